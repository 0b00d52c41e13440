import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Builds a file as an upload form sends it. The name and the type need not match the content. */
export const fileOf = (bytes: Buffer, name = 'slika.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type })

/** Red left half for a blue picture, so that a test can see which way the picture is turned. */
const twoHalves = (width: number, height: number) => ({
  input: { create: { width: width / 2, height, channels: 3 as const, background: '#d00' } },
  left: 0,
  top: 0,
})

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#00d' } }).composite([
    twoHalves(width, height),
  ])

/**
 * JPEG that is stored sideways, as phones store portraits. Its EXIF data have orientation, author
 * and position.
 */
export const sidewaysJpeg = (width = 300, height = 200) =>
  canvas(width, height)
    .withExif({
      IFD0: { Copyright: 'Tajni Autor' },
      IFD3: { GPSLatitude: '45/1 48/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export const smallPng = (colour = '#0a0') =>
  sharp({ create: { width: 40, height: 20, channels: 4, background: colour } })
    .png()
    .toBuffer()

/** PNG like a logo: an opaque dot on a transparent background. */
export const transparentPng = () =>
  sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } })
    .composite([{ input: { create: { width: 4, height: 4, channels: 3, background: '#f00' } } }])
    .png()
    .toBuffer()

/**
 * JPEG of noise, which does not compress, so that it has the bytes and pixels of a phone's
 * photograph.
 */
export const largePhoto = (width: number, height: number, quality = 90) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer()

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (CRC[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/**
 * PNG of one colour in any size, in a few kilobytes: one bit per pixel, and all rows are the same.
 */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
