import { z } from 'zod'
import { countInput, requiredText } from '@/lib/http/fields'
import { patchBody } from '@/lib/http/precondition'
import { TAG_MESSAGES } from './messages'

const tagName = requiredText(100, TAG_MESSAGES.nameMissing).refine(
  (name) => name !== '...',
  TAG_MESSAGES.nameOfNone,
)

export const newTagBody = z.object({ name: tagName }, TAG_MESSAGES.nameMissing)

const count = countInput(1_000_000_000, 'Vrijednost mora biti broj')

/** Counts are taken, as clients send them, and read over: they follow from the guests. */
export const tagChange = patchBody({ name: tagName, count, bought: count, entered: count })

export type TagChange = z.output<typeof tagChange>

/** A tag with its true counts, derived from the guests (rule 4.5). */
export const tagResponse = z.object({
  id: z.int(),
  name: z.string(),
  /** Which of the three that the product itself knows, whatever they are called. */
  role: z.enum(['brucosi', 'product', 'vip']).nullable(),
  count: z.int(),
  bought: z.int(),
  entered: z.int(),
})

export type Tag = z.infer<typeof tagResponse>
