import { writeFile } from 'node:fs/promises'
import QRCode from 'qrcode'
import sharp from 'sharp'

const WIDTH = 640
const HEIGHT = 480
const CODE = 300
const FRAMES = 30

/**
 * Writes a video of a QR code for Chromium's fake camera
 * (`--use-file-for-fake-video-capture=FILE`). An `.mjpeg` file is a sequence of JPEG images.
 */
export async function qrVideo(text: string, file: string): Promise<void> {
  const code = await QRCode.toBuffer(text, { width: CODE, margin: 3 })
  const frame = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#777777' },
  })
    .composite([{ input: code, gravity: 'centre' }])
    .jpeg({ quality: 90 })
    .toBuffer()
  await writeFile(file, Buffer.concat(Array.from({ length: FRAMES }, () => frame)))
}

/** Returns the Chromium flags that show such a video instead of a real camera. */
export const fakeCameraArgs = (file: string) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]
