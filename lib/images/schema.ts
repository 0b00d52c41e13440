import { z } from 'zod'
import { IMAGE_MESSAGES, MOST_MEGABYTES } from './messages'

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
    z.file(missing).max(MOST_MEGABYTES * MEGABYTE, IMAGE_MESSAGES.tooLarge),
  )

/** The same in a change, where leaving it out keeps the picture that is there. */
export const imageChange = z.preprocess(
  (value) => (isNothing(value) ? undefined : value),
  z
    .file('Učitajte fotografiju.')
    .max(MOST_MEGABYTES * MEGABYTE, IMAGE_MESSAGES.tooLarge)
    .optional(),
)
