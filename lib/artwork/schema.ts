import { z } from 'zod'
import { instantResponse } from '@/lib/http/fields'
import { patchFormBody } from '@/lib/http/precondition'
import { imageChange } from '@/lib/images/schema'
import { areCorners, SLOT_NAMES } from './rules'

const MEGABYTE = 1024 * 1024
const MAX_MEGABYTES = 10

export const ARTWORK_MESSAGES = {
  noPlace: 'Takvoga mjesta na stranici nema.',
  nothing: 'Na tome mjestu još nema ničega.',
  imageMissing: 'Učitajte sliku.',
  onlyPicture: 'Ovamo dolazi slika, a ne dokument.',
  onlyDocument: 'Ovamo dolazi PDF, a ne slika.',
  notPdf: 'Datoteka nije cijeli PDF. Spremite dokument kao PDF pa ga učitajte.',
  pdfTooLarge: `PDF smije imati najviše ${MAX_MEGABYTES} MB.`,
  noCorners: 'Samo tlocrt na karti ima uglove.',
  cornersFirst: 'Najprije učitajte tlocrt za kartu, pa ga poravnajte.',
  badCorners: 'Četiri ugla moraju ići redom od sjeverozapada u smjeru kazaljke na satu.',
}

export const placeParams = z.object({
  place: z.enum(SLOT_NAMES, ARTWORK_MESSAGES.noPlace),
})

const corner = z.tuple([z.number().min(-180).max(180), z.number().min(-85).max(85)])
const fourCorners = z.tuple([corner, corner, corner, corner], ARTWORK_MESSAGES.badCorners)

/** Four corners; a form sends them as JSON text. */
const cornersInput = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  },
  fourCorners.refine(areCorners, ARTWORK_MESSAGES.badCorners),
)

const documentInput = z
  .file(ARTWORK_MESSAGES.notPdf)
  .max(MAX_MEGABYTES * MEGABYTE, ARTWORK_MESSAGES.pdfTooLarge)
  .meta({ minLength: 1 })

/**
 * Change of an artwork slot: an image, the PDF of the consent, or the corners of the map overlay.
 */
export const artworkChange = patchFormBody({
  image: imageChange,
  document: documentInput,
  corners: cornersInput,
})

export type ArtworkChange = z.output<typeof artworkChange>

export const artworkResponse = z.object({
  place: z.enum(SLOT_NAMES),
  /** URL path of the uploaded image or document; '' without one. */
  image: z.string(),
  document: z.string(),
  /** Size of the image in px. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Name of the uploaded file. */
  fileName: z.string(),
  corners: fourCorners.nullable(),
  updatedAt: instantResponse.nullable(),
})

export type ArtworkItem = z.output<typeof artworkResponse>
