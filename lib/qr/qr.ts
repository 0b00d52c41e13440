import { crc32, deflateSync } from 'node:zlib'
import QRCode from 'qrcode'

/** Width of the white border in modules. Without it a camera does not find the code. */
const QUIET_ZONE = 4

const createModules = (code: string) => QRCode.create(code, { errorCorrectionLevel: 'M' }).modules

/** Returns a QR code as one SVG path in a square of `cells` modules, including the quiet zone. */
export function qrPath(code: string): { cells: number; path: string } {
  const modules = createModules(code)
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

/** Pixels per module. The image of a ticket code is 444 × 444 pixels, with the quiet zone. */
const MODULE_PIXELS = 12

/**
 * Encodes a QR code as a black and white PNG, readable with a part damaged. Writes the PNG by hand at
 * one bit per pixel: bulk mails need thousands, and a general encoder is ten times slower.
 */
export function qrPng(code: string): Buffer {
  const modules = createModules(code)
  const cells = modules.size + 2 * QUIET_ZONE
  const isDark = (row: number, column: number) =>
    [row, column].every((at) => at >= QUIET_ZONE && at < cells - QUIET_ZONE) &&
    Boolean(modules.get(row - QUIET_ZONE, column - QUIET_ZONE))
  const side = cells * MODULE_PIXELS
  const line = 1 + Math.ceil(side / 8)
  const pixels = Buffer.alloc(side * line)
  for (let row = 0; row < cells; row++) {
    const first = row * MODULE_PIXELS * line
    for (let column = 0; column < cells; column++)
      if (!isDark(row, column)) drawWhiteModule(pixels, first + 1, column * MODULE_PIXELS)
    for (let copy = 1; copy < MODULE_PIXELS; copy++) pixels[first + copy * line] = FILTER_UP
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

/** PNG line filter "up": the line stores its difference from the line above, which is zero here. */
const FILTER_UP = 2

/** Draws one module in white, starting at pixel `from` of a line. */
function drawWhiteModule(pixels: Buffer, start: number, from: number) {
  for (let x = from; x < from + MODULE_PIXELS; x++)
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
