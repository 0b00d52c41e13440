import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { VENUES } from '../lib/map/ground'
import { drawCampus, drawOverlay, drawSheet } from './ground/sheets'
import { drawVenue } from './ground/venues'

// Draws the demo's ground in db/seed/art/site/ anew from lib/map: npx tsx scripts/draw-ground.ts
const FOLDER = 'db/seed/art/site'

for (const name of ['desktop', 'tablet', 'mobile'] as const)
  writeFileSync(`${FOLDER}/floor-plan-${name}.svg`, drawSheet(name))
writeFileSync(`${FOLDER}/campus.svg`, drawCampus())
for (const { id, number } of VENUES) writeFileSync(`${FOLDER}/venue-${number}.svg`, drawVenue(id))
// Transparent, and drawn with pixels by the map.
await sharp(Buffer.from(drawOverlay()))
  .webp({ lossless: true })
  .toFile(`${FOLDER}/map-overlay.webp`)
