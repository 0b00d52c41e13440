import { z } from 'zod'

/** A text of the public pages; the key has the form section.name. */
export const translationAnswer = z.object({ id: z.int(), key: z.string(), value: z.string() })
