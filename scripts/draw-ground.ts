import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { VENUES } from '../lib/map/ground'
import { drawCampus, drawOverlay, drawSheet } from './ground/sheets'
import { drawVenue } from './ground/venues'

// Draws public/art/floor-plan/ anew from lib/map: npx tsx scripts/draw-ground.ts
const FOLDER = 'public/art/floor-plan'

mkdirSync(FOLDER, { recursive: true })
for (const name of ['desktop', 'tablet', 'mobile'] as const)
  writeFileSync(`${FOLDER}/${name}.svg`, drawSheet(name))
writeFileSync(`${FOLDER}/campus.svg`, drawCampus())
for (const { id } of VENUES) writeFileSync(`public/art/venue-${id}.svg`, drawVenue(id))
// The map draws with pixels, and browsers decode no SVG for it.
await sharp(Buffer.from(drawOverlay())).webp({ lossless: true }).toFile(`${FOLDER}/overlay.webp`)
