import { z } from 'zod'
import { BULK_KINDS } from '@/db/catalogue/bulk-kinds'
import { flagInput, idParams, instantResponse, requiredText } from '@/lib/http/fields'
import { GUEST_TEXT_INPUTS } from '../fields'
import { guestExportQuery, tagInput } from '../schema'

/** Maximum number of guests selected by id. Larger selections use the filter of the guest list. */
export const MAX_SELECTED = 20_000

const ids = z
  .array(idParams.shape.id)
  .max(MAX_SELECTED, 'Odjednom se može odabrati najviše 20.000 gostiju.')

/** Selected guests: by id, or all guests of a filter with exceptions. */
const selection = z.union([
  z.object({ ids: ids.min(1, 'Odaberite barem jednog gosta.') }),
  z.object({ filter: guestExportQuery, except: ids.default([]) }),
])

export type BulkSelection = z.output<typeof selection>
export type BulkSelectionInput = z.input<typeof selection>

const action = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('list'), tag: tagInput }),
    z.object({ kind: z.literal('sell'), mail: flagInput.default(true) }),
    z.object({
      kind: z.literal('note'),
      note: GUEST_TEXT_INPUTS.note,
      how: z.enum(['set', 'append']).default('set'),
    }),
    z.object({
      kind: z.literal('ban'),
      reason: requiredText(200, 'Upišite zašto gost ne smije ući.'),
    }),
    z.object({ kind: z.enum(['take-back', 'send', 'send-again', 'lift', 'delete']) }),
  ],
  'Nepoznata radnja',
)

export type BulkAction = z.output<typeof action>
export type BulkActionInput = z.input<typeof action>

export const bulkBody = z.object({ selection, action })
export const bulkExportBody = z.object({ selection })
export const bulkId = z.object({ id: z.uuid('Neispravna oznaka posla') })

/** Number of guests by reason, which is a key of SKIP_LABELS or UNDO_SKIP_LABELS. */
const reasons = z.record(z.string(), z.int())

export const bulkJobResponse = z.object({
  id: z.uuid(),
  kind: z.enum(BULK_KINDS),
  /** Label of the list to which the job moves the guests; null for other actions. */
  tag: z.string().nullable(),
  state: z.enum(['running', 'stopped', 'done', 'undoing', 'undone']),
  total: z.int(),
  changed: z.int(),
  skipped: reasons,
  undone: z.int(),
  /** Number of guests that the undo left unchanged, by reason. */
  kept: reasons,
  createdAt: instantResponse,
  createdBy: z.string().nullable(),
  endedAt: instantResponse.nullable(),
  /** Time until which the job can be undone; null if it cannot be undone. */
  undoUntil: instantResponse.nullable(),
})

export type BulkJob = z.infer<typeof bulkJobResponse>

/** A job with the first guests that it skipped, or that its undo left unchanged. */
export const bulkDetailResponse = bulkJobResponse.extend({
  others: z.array(z.object({ id: z.int(), name: z.string(), reason: z.string() })),
})

/** Result of a preview: numbers of guests that the action would change and skip. */
const bulkPreviewResponse = z.object({
  total: z.int(),
  changes: z.int(),
  skipped: reasons,
  /** Number of guests who would get a ticket but no mail, because they have no address. */
  withoutAddress: z.int(),
})

export type BulkPreview = z.infer<typeof bulkPreviewResponse>

/** Either the preview or the started job; the other is null. */
export const bulkResponse = z.object({
  preview: bulkPreviewResponse.nullable(),
  job: bulkJobResponse.nullable(),
})
