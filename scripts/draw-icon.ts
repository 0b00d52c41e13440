import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

// Draws public/favicon.ico anew from the mark, for whoever asks for that address without having
// read a page: npx tsx scripts/draw-icon.ts. An .ico is a list of pictures; this one holds one PNG.
const SIDE = 48

const png = await sharp(readFileSync('public/art/mark.svg')).resize(SIDE, SIDE).png().toBuffer()
const head = Buffer.alloc(22)
head.writeUInt16LE(1, 2) // icons
head.writeUInt16LE(1, 4) // how many
head.writeUInt8(SIDE, 6)
head.writeUInt8(SIDE, 7)
head.writeUInt16LE(1, 10) // planes
head.writeUInt16LE(32, 12) // bits a pixel
head.writeUInt32LE(png.length, 14)
head.writeUInt32LE(head.length, 18)
writeFileSync('public/favicon.ico', Buffer.concat([head, png]))
