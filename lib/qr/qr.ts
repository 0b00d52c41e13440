import { crc32, deflateSync } from 'node:zlib'
import QRCode from 'qrcode'

/** Modules of white around the code, without which a camera does not find it. */
const QUIET_ZONE = 4

const modulesOf = (code: string) => QRCode.create(code, { errorCorrectionLevel: 'M' }).modules

/** The code as one path of an SVG of `cells` × `cells` modules, its quiet zone included. */
export function qrPath(code: string): { cells: number; path: string } {
  const modules = modulesOf(code)
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) =>
      modules.get(row, column) ? '1' : '0',
    ).join(''),
  )
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: { length }, index }) =>
        `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`,
    ),
  )
  return { cells: modules.size + 2 * QUIET_ZONE, path: path.join('') }
}

/** Pixels of a module: with the quiet zone the picture is 444 × 444. */
const SCALE = 12

/**
 * The picture for the gate as PNG: exactly the code, black on white, readable with a part
 * damaged. Written as what it is, one bit a pixel: thousands are made in a bulk, and a
 * general encoder takes ten times as long.
 */
export function qrPng(code: string): Buffer {
  const modules = modulesOf(code)
  const cells = modules.size + 2 * QUIET_ZONE
  const isDark = (row: number, column: number) =>
    [row, column].every((at) => at >= QUIET_ZONE && at < cells - QUIET_ZONE) &&
    Boolean(modules.get(row - QUIET_ZONE, column - QUIET_ZONE))
  const side = cells * SCALE
  const line = 1 + Math.ceil(side / 8)
  const pixels = Buffer.alloc(side * line)
  for (let row = 0; row < cells; row++) {
    const first = row * SCALE * line
    for (let column = 0; column < cells; column++)
      if (!isDark(row, column)) lighten(pixels, first + 1, column * SCALE)
    for (let copy = 1; copy < SCALE; copy++) pixels[first + copy * line] = SAME_AS_ABOVE
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** PNG's line filter by which a line holds the difference to the one above: here, nothing. */
const SAME_AS_ABOVE = 2

/** One module's width of white, from this pixel of the line on. */
function lighten(pixels: Buffer, start: number, from: number) {
  for (let x = from; x < from + SCALE; x++)
    pixels[start + (x >> 3)] = (pixels[start + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
