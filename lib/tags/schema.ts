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

/**
 * Change of a tag. Clients send counts, which are accepted and ignored: they follow from the guests
 * (rule 4.5).
 */
export const tagChange = patchBody({ name: tagName, count, bought: count, entered: count })

export type TagChange = z.output<typeof tagChange>

/** A tag with its counts, which are computed from the guests (rule 4.5). */
export const tagResponse = z.object({
  id: z.int(),
  name: z.string(),
  /**
   * Role of one of the three default tags, which stays when the tag is renamed; null for other
   * tags.
   */
  role: z.enum(['brucosi', 'product', 'vip']).nullable(),
  count: z.int(),
  bought: z.int(),
  entered: z.int(),
})

export type Tag = z.infer<typeof tagResponse>
