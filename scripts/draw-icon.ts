import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

// Draws public/favicon.ico from the icon of the festival, for browsers that request this path
// without having read a page. Run: npx tsx scripts/draw-icon.ts. An .ico file is a list of images;
// this one contains one PNG.
const SIDE = 48

const png = await sharp(readFileSync('public/art/mark.svg')).resize(SIDE, SIDE).png().toBuffer()
const head = Buffer.alloc(22)
head.writeUInt16LE(1, 2) // type: icon
head.writeUInt16LE(1, 4) // number of images
head.writeUInt8(SIDE, 6)
head.writeUInt8(SIDE, 7)
head.writeUInt16LE(1, 10) // planes
head.writeUInt16LE(32, 12) // bits per pixel
head.writeUInt32LE(png.length, 14)
head.writeUInt32LE(head.length, 18)
writeFileSync('public/favicon.ico', Buffer.concat([head, png]))
