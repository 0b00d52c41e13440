import { z } from 'zod'

/** Megabytes that an uploaded file may have; the largest photographs of phones are smaller. */
const MOST_MEGABYTES = 20

const KINDS = 'JPEG, PNG, WebP, AVIF ili GIF'

/** Why a picture is not taken; each stands at the field `image`. */
export const IMAGE_MESSAGES = {
  tooLarge: `Fotografija smije imati najviše ${MOST_MEGABYTES} MB.`,
  noPicture: `Datoteka nije fotografija. Učitajte ${KINDS}.`,
  broken: 'Fotografija je oštećena ili nepotpuna. Odaberite drugu.',
  tooManyPixels: 'Fotografija je prevelikih dimenzija. Smanjite je pa pokušajte ponovno.',
  heic: 'Fotografije u obliku HEIC ne mogu se učitati. Spremite je kao JPEG pa pokušajte ponovno.',
  svg: 'SVG crteži ne mogu se učitati. Spremite ga kao PNG pa pokušajte ponovno.',
}

/** Where a stored picture is served; its hash changes with its bytes. */
export const imageAddress = (hash: string) => `/api/images/${hash}`

const MEGABYTE = 1024 * 1024

/** Bytes of a whole form with its picture; the picture's own limit speaks for itself below it. */
export const FORM_WITH_IMAGE = (MOST_MEGABYTES + 4) * MEGABYTE

/** What a browser sends for a file field in which nothing was chosen. */
const isNothing = (value: unknown) =>
  value === '' || (value instanceof File && value.size === 0 && value.name === '')

/** An uploaded picture; `missing` is what is said when there is none. */
export const imageUpload = (missing: string) =>
  z.preprocess(
    (value) => (isNothing(value) ? undefined : value),
    z
      .file(missing)
      .max(MOST_MEGABYTES * MEGABYTE, IMAGE_MESSAGES.tooLarge)
      .meta({ minLength: 1 }),
  )

/** The same in a change, where leaving it out keeps the picture that is there. */
export const imageChange = z.preprocess(
  (value) => (isNothing(value) ? undefined : value),
  z
    .file('Učitajte fotografiju.')
    .max(MOST_MEGABYTES * MEGABYTE, IMAGE_MESSAGES.tooLarge)
    .optional(),
)
