import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Db, getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import type { NewImage, StoredImage } from '@/db/queries/images'
import * as queries from '@/db/queries/images'
import { notFound, ServiceError } from '@/lib/http/errors'
import { isDefault } from '@/lib/images/shipped'
import { IMAGE_MESSAGES } from './schema'

/**
 * Maximum length of the longer side in pixels: a dialog on a high-resolution screen shows no more.
 */
const MAX_SIDE_PIXELS = 1600

/**
 * Limits of the pixels to decode. A baseline JPEG is shrunk while it is read, so the largest photographs
 * of phones pass. Other formats may have to be decoded in memory as a whole.
 */
const MAX_PIXELS = { streamed: 210_000_000, whole: 50_000_000 }

const ENCODE_TIMEOUT_S = 30

// One thread, and one image at a time, because the requests of the gate share this machine.
sharp.concurrency(1)

interface ImageOptions {
  /** Maximum length of the longer side in pixels, by default MAX_SIDE_PIXELS. */
  longest?: number
  /** Returns a message if an image of this size is unsuitable, after it was rotated upright. */
  refusal?: (size: { width: number; height: number }) => string | null
}

/**
 * Encodes an uploaded image for storage as WebP: format detected by content, rotated upright, shrunk,
 * without metadata, and only the first frame of an animation. Throws invalid with a message on `image`.
 */
export async function encodeImage(
  upload: File,
  { longest = MAX_SIDE_PIXELS, refusal = () => null }: ImageOptions = {},
): Promise<NewImage> {
  const bytes = Buffer.from(await upload.arrayBuffer())
  const kind = detectFormat(bytes)
  if (kind === 'heic' || kind === 'svg') throw invalidImage(IMAGE_MESSAGES[kind])
  if (!kind) throw invalidImage(IMAGE_MESSAGES.noPicture)
  return runInQueue(async () => {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS.streamed, failOn: 'error' })
    const { width, height, isProgressive, autoOrient } = await picture
      .metadata()
      .catch(throwUnreadable)
    const canStream = kind === 'jpeg' && !isProgressive
    if (width * height > (canStream ? MAX_PIXELS.streamed : MAX_PIXELS.whole))
      throw invalidImage(IMAGE_MESSAGES.tooManyPixels)
    const sentence = refusal(autoOrient)
    if (sentence) throw invalidImage(sentence)
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, alphaQuality: 95, smartSubsample: true })
      .timeout({ seconds: ENCODE_TIMEOUT_S })
      .toBuffer({ resolveWithObject: true })
      .catch(throwUnreadable)
    const hash = createHash('sha256').update(data).digest('hex')
    return { hash, mime: 'image/webp', width: info.width, height: info.height, bytes: data }
  })
}

/**
 * Runs a transaction that may store an uploaded image. The image is encoded before the transaction, so
 * that no lock waits for it. `store` inserts the image and returns its hash.
 */
export async function withPicture<Upload extends File | undefined, Result>(
  image: Upload,
  work: (
    tx: Db,
    store: () => Promise<Upload extends File ? string : string | undefined>,
  ) => Promise<Result>,
): Promise<Result> {
  const picture = image && (await encodeImage(image))
  return getDb().transaction((tx) =>
    work(tx, async () => {
      if (picture) await queries.insertImage(tx, picture)
      return picture?.hash as string
    }),
  )
}

const invalidImage = (sentence: string) =>
  new ServiceError('invalid', sentence, { fields: { image: [sentence] } })

function throwUnreadable(cause: unknown): never {
  const isTooLarge = cause instanceof Error && /pixel limit/.test(cause.message)
  const sentence = isTooLarge ? IMAGE_MESSAGES.tooManyPixels : IMAGE_MESSAGES.broken
  throw Object.assign(invalidImage(sentence), { cause })
}

const queue = processSingleton('images', () => ({ last: Promise.resolve<unknown>(undefined) }))

/** Runs the tasks one after another. A failed task does not stop the next. */
function runInQueue<T>(task: () => Promise<T>): Promise<T> {
  const result = queue.last.then(task)
  queue.last = result.catch(() => {})
  return result
}

type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'svg'

/** Brands of HEIC files in the container format that they share with AVIF. */
const HEIC = /^(hei[cxms]|hev[cxms]|mif1|msf1)$/

/** Detects the format of a file by its first bytes; null for an unknown format. */
function detectFormat(bytes: Buffer): Kind | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  if (text(4, 8) === 'ftyp') return formatOfBrands(bytes)
  if (/^(\xef\xbb\xbf)?\s*</.test(text(0, 64)) && /<svg[\s>]/i.test(text(0, 4096))) return 'svg'
  return null
}

/** Detects AVIF or HEIC by all brands of a file, because an AVIF may have `mif1` as its main brand. */
function formatOfBrands(bytes: Buffer): 'avif' | 'heic' | null {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => HEIC.test(brand)) ? 'heic' : null
}

/** Returns a stored image by the SHA-256 (hex) of its bytes. Throws not_found, also for an invalid hash. */
export async function getImage(hash: string): Promise<StoredImage> {
  const image = /^[0-9a-f]{64}$/.test(hash) ? await queries.getImage(getDb(), hash) : null
  if (!image) throw notFound('Slika ne postoji.')
  return image
}

/** Reads the bytes of an image by its URL path: a bundled default, or a stored image. */
export const readPicture = async ({ src }: { src: string }): Promise<Uint8Array> =>
  isDefault({ src })
    ? readFile(join(process.cwd(), 'public', src))
    : (await getImage(src.split('/').filter(Boolean).at(-1) ?? '')).bytes
