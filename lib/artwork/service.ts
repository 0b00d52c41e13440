import { type Db, getDb } from '@/db/pool'
import * as queries from '@/db/queries/artworks'
import { insertImage } from '@/db/queries/images'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { notFound, requireFound, ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import { imageAddress } from '@/lib/images/schema'
import { encodeImage } from '@/lib/images/service'
import {
  type Artwork,
  CONSENT,
  type Corners,
  defaultArtwork,
  type PlaceName,
  SLOT_NAMES,
  sizeProblem,
} from './rules'
import { ARTWORK_MESSAGES, type ArtworkChange, type ArtworkItem } from './schema'

/**
 * Maximum length of the longer side of a stored image in px. Visitors enlarge drawings with small
 * text on a phone.
 */
const MAX_SIDE = 3200

const OVERLAY = 'map-overlay'

/**
 * URL path of a document. It contains the time of the upload: like the URL of an image, it differs
 * for each file, so that a change can be compared with the document that its sender saw.
 */
const documentAddress = (place: PlaceName, updatedAt: Date) =>
  `/api/artwork/${place}/document/?v=${updatedAt.getTime().toString(36)}`

const view = (place: PlaceName, row: queries.ArtworkRow | null): ArtworkItem => ({
  place,
  image: row?.imageHash ? imageAddress(row.imageHash) : '',
  document: row && !row.imageHash ? documentAddress(place, row.updatedAt) : '',
  width: row?.width ?? null,
  height: row?.height ?? null,
  fileName: row?.fileName ?? '',
  corners: (row?.corners ?? null) as Corners | null,
  updatedAt: row?.updatedAt.toISOString() ?? null,
})

/** Lists the uploads of all artwork slots, in the order of the back office. */
export async function listArtwork(): Promise<ArtworkItem[]> {
  const rows = new Map((await queries.listArtworks(getDb())).map((row) => [row.slot, row]))
  return SLOT_NAMES.map((place) => view(place, rows.get(place) ?? null))
}

/**
 * Returns the artwork of the public pages: uploaded images, and default images for the other slots.
 */
export async function readArtwork(): Promise<Artwork> {
  const defaults = defaultArtwork()
  const items = await listArtwork()
  const uploaded = items.flatMap(({ place, image, width, height }) =>
    image && width && height && place !== CONSENT ? [[place, { src: image, width, height }]] : [],
  )
  return {
    pictures: { ...defaults.pictures, ...Object.fromEntries(uploaded) },
    corners: items.find(({ place }) => place === OVERLAY)?.corners ?? null,
    hasConsent: items.some(({ place, document }) => place === CONSENT && document !== ''),
  }
}

const invalidField = (field: 'image' | 'document' | 'corners', sentence: string) =>
  new ServiceError('invalid', sentence, { fields: { [field]: [sentence] } })

/**
 * Stores an image or a document in a slot, or places the overlay on the map. Throws invalid, with a
 * sentence that says what is needed, and conflict if a field no longer has its expected value.
 */
export async function changeArtwork(
  place: PlaceName,
  { seen, image, document, corners }: ArtworkChange,
  user: UserRow,
): Promise<ArtworkItem> {
  if (place === CONSENT && image) throw invalidField('image', ARTWORK_MESSAGES.onlyDocument)
  if (place !== CONSENT && document) throw invalidField('document', ARTWORK_MESSAGES.onlyPicture)
  if (place !== OVERLAY && corners) throw invalidField('corners', ARTWORK_MESSAGES.noCorners)
  // Encoded before the transaction, which must not keep its locks for that long.
  const picture =
    image && place !== CONSENT
      ? await encodeImage(image, { longest: MAX_SIDE, refusal: (size) => sizeProblem(place, size) })
      : undefined
  const pdf = document && (await pdfOf(document))
  return getDb().transaction(async (tx) => {
    const before = view(place, await queries.lockArtwork(tx, place))
    requireUnchanged(seen, before)
    if (picture) await insertImage(tx, picture)
    const fileName = nameOf(image ?? document)
    if (picture) await queries.putArtwork(tx, { slot: place, imageHash: picture.hash, fileName })
    if (pdf) await queries.putArtwork(tx, { slot: place, document: pdf, fileName })
    if (corners && !picture && !before.image)
      throw invalidField('corners', ARTWORK_MESSAGES.cornersFirst)
    if (corners) await queries.setCorners(tx, place, corners)
    return logChange(tx, user, before)
  })
}

/**
 * Deletes the upload of a slot, so that the default image is shown again. Throws not_found without
 * an upload.
 */
export function deleteArtwork(place: PlaceName, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const before = view(place, await queries.lockArtwork(tx, place))
    if (!before.image && !before.document) throw notFound(ARTWORK_MESSAGES.nothing)
    await queries.deleteArtwork(tx, place)
    await logChange(tx, user, before)
  })
}

/** Logs the change of a slot and returns its current state. */
async function logChange(tx: Db, user: UserRow, before: ArtworkItem): Promise<ArtworkItem> {
  const { place } = before
  const after = view(place, await queries.lockArtwork(tx, place))
  const toLogFields = ({ image, fileName, corners, updatedAt }: ArtworkItem) => ({
    id: place,
    image,
    fileName,
    corners: corners === null ? '' : corners.join(' '),
    // A new file of the same name is a change too, which only the time shows.
    updatedAt,
  })
  await logActivity(tx, user, 'artwork', [toLogFields(before), toLogFields(after)])
  return after
}

/** Returns the name of an uploaded file, without the folders on the user's disk. */
const nameOf = (file: File | undefined) =>
  file?.name.replace(/^.*[\\/]/, '').slice(0, 200) || 'datoteka'

/**
 * Returns the bytes of a PDF. Throws invalid if its start or end is missing; the content is not
 * checked.
 */
async function pdfOf(file: File): Promise<Buffer> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const hasStart = bytes.toString('latin1', 0, 5) === '%PDF-'
  const hasEnd = /%%EOF\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 1024)))
  if (!hasStart || !hasEnd) throw invalidField('document', ARTWORK_MESSAGES.notPdf)
  return bytes
}

/** Returns the document of a slot for visitors, or status 304. Throws not_found. */
export async function documentFile(place: PlaceName, request: Request): Promise<Response> {
  const stored = requireFound(await queries.getDocument(getDb(), place), ARTWORK_MESSAGES.nothing)
  const etag = `"${stored.updatedAt.getTime().toString(36)}"`
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${place === CONSENT ? 'privola' : place}.pdf"`,
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-content-type-options': 'nosniff',
    etag,
  }
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(stored.document), { headers })
}
