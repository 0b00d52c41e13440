import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Db, getDb } from '@/db/client'
import { processSingleton } from '@/db/process-singleton.mjs'
import type { NewImage, StoredImage } from '@/db/queries/images'
import * as queries from '@/db/queries/images'
import { notFound, ServiceError } from '@/lib/http/errors'
import { isDefault } from '@/lib/images/shipped'
import { IMAGE_MESSAGES } from './schema'

/** Pixels of the longer side: a dialog on a dense screen shows no more. */
const LONGEST = 1600

/**
 * Most pixels that are decoded. A baseline JPEG is shrunk while it is read, so the largest
 * photographs of phones pass; anything else may have to be held in memory whole.
 */
const MOST_PIXELS = { streamed: 210_000_000, whole: 50_000_000 }

/** Seconds after which a picture is given up. */
const PATIENCE = 30

// One thread, one picture at a time: the requests of the gate share this machine.
sharp.concurrency(1)

interface Wanted {
  /** Pixels of the longer side that are kept. */
  longest?: number
  /** Why a picture of this size, upright, is none for its place, in a sentence. */
  refusal?: (size: { width: number; height: number }) => string | null
}

/**
 * An uploaded picture as it is stored: recognised by its content, upright, bounded, without
 * metadata, the first frame of an animated one. Throws invalid with a sentence on `image`.
 */
export async function encodeImage(
  upload: File,
  { longest = LONGEST, refusal = () => null }: Wanted = {},
): Promise<NewImage> {
  const bytes = Buffer.from(await upload.arrayBuffer())
  const kind = recognise(bytes)
  if (kind === 'heic' || kind === 'svg') throw refused(IMAGE_MESSAGES[kind])
  if (!kind) throw refused(IMAGE_MESSAGES.noPicture)
  return inTurn(async () => {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS.streamed, failOn: 'error' })
    const { width, height, isProgressive, autoOrient } = await picture.metadata().catch(broken)
    const canStream = kind === 'jpeg' && !isProgressive
    if (width * height > (canStream ? MOST_PIXELS.streamed : MOST_PIXELS.whole))
      throw refused(IMAGE_MESSAGES.tooManyPixels)
    const sentence = refusal(autoOrient)
    if (sentence) throw refused(sentence)
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, alphaQuality: 95, smartSubsample: true })
      .timeout({ seconds: PATIENCE })
      .toBuffer({ resolveWithObject: true })
      .catch(broken)
    const hash = createHash('sha256').update(data).digest('hex')
    return { hash, mime: 'image/webp', width: info.width, height: info.height, bytes: data }
  })
}

/**
 * A transaction about something that has a picture, or gets another: it is worked on before, since
 * that would hold the locks for as long. `store` puts it there and says its hash.
 */
export async function withPicture<Given extends File | undefined, Done>(
  image: Given,
  work: (
    tx: Db,
    store: () => Promise<Given extends File ? string : string | undefined>,
  ) => Promise<Done>,
): Promise<Done> {
  const picture = image && (await encodeImage(image))
  return getDb().transaction((tx) =>
    work(tx, async () => {
      if (picture) await queries.insertImage(tx, picture)
      return picture?.hash as string
    }),
  )
}

const refused = (sentence: string) =>
  new ServiceError('invalid', sentence, { fields: { image: [sentence] } })

function broken(cause: unknown): never {
  const isBomb = cause instanceof Error && /pixel limit/.test(cause.message)
  const sentence = isBomb ? IMAGE_MESSAGES.tooManyPixels : IMAGE_MESSAGES.broken
  throw Object.assign(refused(sentence), { cause })
}

const queue = processSingleton('images', () => ({ last: Promise.resolve<unknown>(undefined) }))

/** Runs the work after all that came before it, however those ended. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = queue.last.then(work)
  queue.last = mine.catch(() => {})
  return mine
}

type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'svg'

/** Brands of the container that AVIF and HEIC share; the rest of it is other codecs. */
const HEIC = /^(hei[cxms]|hev[cxms]|mif1|msf1)$/

/** What a file is by its first bytes, whatever its name and type say; null for all else. */
function recognise(bytes: Buffer): Kind | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  if (text(4, 8) === 'ftyp') return ofBrands(bytes)
  if (/^(\xef\xbb\xbf)?\s*</.test(text(0, 64)) && /<svg[\s>]/i.test(text(0, 4096))) return 'svg'
  return null
}

/** The main brand, then the compatible ones: an AVIF may call itself `mif1` first. */
function ofBrands(bytes: Buffer): 'avif' | 'heic' | null {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => HEIC.test(brand)) ? 'heic' : null
}

/** A stored picture by the SHA-256 (hex) of its bytes. Throws not_found, also for what is no hash. */
export async function getImage(hash: string): Promise<StoredImage> {
  const image = /^[0-9a-f]{64}$/.test(hash) ? await queries.getImage(getDb(), hash) : null
  if (!image) throw notFound('Slika ne postoji.')
  return image
}

/** The bytes of a picture by its address on the site: a file that is shipped, or a stored one. */
export const readPicture = async ({ src }: { src: string }): Promise<Uint8Array> =>
  isDefault({ src })
    ? readFile(join(process.cwd(), 'public', src))
    : (await getImage(src.split('/').filter(Boolean).at(-1) ?? '')).bytes
