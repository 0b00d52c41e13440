import { z } from 'zod'

/** Size limit of an uploaded image. The largest photographs of phones are smaller. */
const MAX_IMAGE_MB = 20

const KINDS = 'JPEG, PNG, WebP, AVIF ili GIF'

/** Messages for a rejected image, shown at the field `image`. */
export const IMAGE_MESSAGES = {
  tooLarge: `Fotografija smije imati najviše ${MAX_IMAGE_MB} MB.`,
  noPicture: `Datoteka nije fotografija. Učitajte ${KINDS}.`,
  broken: 'Fotografija je oštećena ili nepotpuna. Odaberite drugu.',
  tooManyPixels: 'Fotografija je prevelikih dimenzija. Smanjite je pa pokušajte ponovno.',
  heic: 'Fotografije u obliku HEIC ne mogu se učitati. Spremite je kao JPEG pa pokušajte ponovno.',
  svg: 'SVG crteži ne mogu se učitati. Spremite ga kao PNG pa pokušajte ponovno.',
}

/** Returns the URL path of a stored image, by the SHA-256 of its bytes. */
export const imageAddress = (hash: string) => `/api/images/${hash}`

const BYTES_PER_MB = 1024 * 1024

/** Body limit of a form with an image: larger than the image limit, so that the image gets its own message. */
export const MAX_IMAGE_FORM_BYTES = (MAX_IMAGE_MB + 4) * BYTES_PER_MB

/** Whether a value is what browsers send for a file field without a file. */
const isNoFile = (value: unknown) =>
  value === '' || (value instanceof File && value.size === 0 && value.name === '')

/** Required image upload. `missing` is the message for a missing file. */
export const imageUpload = (missing: string) =>
  z.preprocess(
    (value) => (isNoFile(value) ? undefined : value),
    z
      .file(missing)
      .max(MAX_IMAGE_MB * BYTES_PER_MB, IMAGE_MESSAGES.tooLarge)
      .meta({ minLength: 1 }),
  )

/** Optional image upload of an update. Without it the current image stays. */
export const imageChange = z.preprocess(
  (value) => (isNoFile(value) ? undefined : value),
  z
    .file('Učitajte fotografiju.')
    .max(MAX_IMAGE_MB * BYTES_PER_MB, IMAGE_MESSAGES.tooLarge)
    .optional(),
)
