import QRCode from 'qrcode'
import sharp from 'sharp'

/** Modules of white around the code, without which a camera does not find it. */
const QUIET_ZONE = 4

/** Pixels of a module: with the quiet zone the picture is 444 × 444. */
const SCALE = 12

/**
 * The picture for the gate as PNG: exactly the code, black on white, readable with a part
 * damaged. Drawn by sharp, whose work is done beside the thread that answers requests.
 */
export function qrPng(code: string): Promise<Buffer> {
  const { modules } = QRCode.create(code, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * QUIET_ZONE
  const pixels = Buffer.alloc(side * side, 255)
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) pixels[(row + QUIET_ZONE) * side + column + QUIET_ZONE] = 0
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * SCALE, side * SCALE, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
