import { z } from 'zod'
import { BULK_KINDS } from '@/db/catalogue/bulk-kinds'
import { flagInput, idParams, instantResponse, requiredText } from '@/lib/http/fields'
import { GUEST_TEXT_INPUTS } from '../fields'
import { guestExportQuery, tagInput } from '../schema'

/** Maximum of guests chosen by id. Larger selections use the filter of the list. */
export const MOST_CHOSEN = 20_000

const ids = z
  .array(idParams.shape.id)
  .max(MOST_CHOSEN, 'Odjednom se može odabrati najviše 20.000 gostiju.')

/** The chosen guests: by id, or by the filter of the list with exceptions. */
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

/** How many, by the reason (SKIP_LABELS and UNDO_SKIP_LABELS in bulk-rules.ts). */
const reasons = z.record(z.string(), z.int())

export const bulkJobResponse = z.object({
  id: z.uuid(),
  kind: z.enum(BULK_KINDS),
  /** The list that guests are put on, as a person reads it. */
  tag: z.string().nullable(),
  state: z.enum(['running', 'stopped', 'done', 'undoing', 'undone']),
  total: z.int(),
  changed: z.int(),
  skipped: reasons,
  undone: z.int(),
  /** Left as they are by the undo. */
  kept: reasons,
  createdAt: instantResponse,
  createdBy: z.string().nullable(),
  endedAt: instantResponse.nullable(),
  /** Until when it can be undone; null when it cannot. */
  undoUntil: instantResponse.nullable(),
})

export type BulkJob = z.infer<typeof bulkJobResponse>

/** A job with the first guests that it skipped. */
export const bulkDetailResponse = bulkJobResponse.extend({
  others: z.array(z.object({ id: z.int(), name: z.string(), reason: z.string() })),
})

/** Numbers of guests that the action would change and skip. */
const bulkPreviewResponse = z.object({
  total: z.int(),
  changes: z.int(),
  skipped: reasons,
  /** Sold guests who get no mail because they have no address. */
  withoutAddress: z.int(),
})

export type BulkPreview = z.infer<typeof bulkPreviewResponse>

/** Either the preview or the started job. */
export const bulkResponse = z.object({
  preview: bulkPreviewResponse.nullable(),
  job: bulkJobResponse.nullable(),
})
