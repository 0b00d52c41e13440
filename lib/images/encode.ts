import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { NewImage } from '@/db/queries/images'
import { ServiceError } from '@/lib/http/errors'
import { IMAGE_MESSAGES } from './messages'
import { recognise } from './recognise'

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

/**
 * An uploaded picture as it is stored: recognised by its content, upright, bounded, without
 * metadata, the first frame of an animated one. Throws invalid with a sentence on `image`.
 */
export async function encodeImage(upload: File): Promise<NewImage> {
  const bytes = Buffer.from(await upload.arrayBuffer())
  const kind = recognise(bytes)
  if (kind === 'heic' || kind === 'svg') throw refused(IMAGE_MESSAGES[kind])
  if (!kind) throw refused(IMAGE_MESSAGES.noPicture)
  return inTurn(async () => {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS.streamed, failOn: 'error' })
    const { width, height, isProgressive } = await picture.metadata().catch(broken)
    const canStream = kind === 'jpeg' && !isProgressive
    if (width * height > (canStream ? MOST_PIXELS.streamed : MOST_PIXELS.whole))
      throw refused(IMAGE_MESSAGES.tooManyPixels)
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, alphaQuality: 95, smartSubsample: true })
      .timeout({ seconds: PATIENCE })
      .toBuffer({ resolveWithObject: true })
      .catch(broken)
    const hash = createHash('sha256').update(data).digest('hex')
    return { hash, mime: 'image/webp', width: info.width, height: info.height, bytes: data }
  })
}

const refused = (sentence: string) =>
  new ServiceError('invalid', sentence, { fields: { image: [sentence] } })

function broken(cause: unknown): never {
  const isBomb = cause instanceof Error && /pixel limit/.test(cause.message)
  const sentence = isBomb ? IMAGE_MESSAGES.tooManyPixels : IMAGE_MESSAGES.broken
  throw Object.assign(refused(sentence), { cause })
}

/** On globalThis, because routes may be built into separate bundles of one process. */
const kept = globalThis as { brucosijadaLastImage?: Promise<unknown> }

/** Runs the work after all that came before it, however those ended. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = (kept.brucosijadaLastImage ?? Promise.resolve()).then(work)
  kept.brucosijadaLastImage = mine.catch(() => {})
  return mine
}
