'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { SignInAgain } from '@/components/admin/data/leave-guard'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { LabelledSwitch } from '@/components/ui/switch'
import { api } from '@/lib/api-client/client'
import { BULK_LABELS, type BulkKind } from '@/lib/guests/bulk/rules'
import type { BulkActionInput, BulkPreview, BulkSelectionInput } from '@/lib/guests/bulk/schema'
import { ListOptions } from '../list-options'
import { ACTIONS } from './actions'
import { Reasons } from './reasons'
import { useStartJob } from './use-bulk'

/** Values of the fields in the dialog of a bulk action. Each action uses only its own fields. */
interface Form {
  tag: string
  mail: boolean
  note: string
  how: 'set' | 'append'
  reason: string
}

const EMPTY: Form = { tag: '', mail: true, note: '', how: 'append', reason: '' }

/** Returns the action as the API takes it; null while a required field is empty. */
function actionOf(kind: BulkKind, form: Form): BulkActionInput | null {
  const { tag, mail, note, how, reason } = form
  if (kind === 'list') return tag === '' ? null : { kind, tag }
  if (kind === 'sell') return { kind, mail }
  if (kind === 'note') return how === 'append' && !note.trim() ? null : { kind, note, how }
  if (kind === 'ban') return reason.trim() === '' ? null : { kind, reason }
  return { kind }
}

interface Props {
  kind: BulkKind
  selection: BulkSelectionInput
  onClose: () => void
  onStarted: () => void
}

/**
 * Dialog that asks for the values of an action, shows how many guests it would change (rule 4.20),
 * and starts it.
 */
export function BulkDialog({ kind, selection, onClose, onStarted }: Props) {
  const { title, yes, about, isDanger } = ACTIONS[kind]
  const [form, setForm] = useState(EMPTY)
  const action = actionOf(kind, form)
  const { preview, problem, isReading } = usePreview(selection, action)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { run, isPending } = useStartJob(selection)

  const start = () =>
    action &&
    run(action, {
      onSuccess: (job) => {
        toast.success(`${BULK_LABELS[kind]}: počelo je, gostiju: ${formatNumber(job?.total ?? 0)}.`)
        onStarted()
      },
      onError: ({ detail }) => setRefusal(detail),
    })

  // The pressed button disappears together with the selection, so the focus goes to a row of the
  // list.
  const row = useRef<HTMLElement | null>(null)
  useEffect(() => {
    row.current = document.querySelector<HTMLElement>('[data-guest][tabindex="0"]')
  }, [])

  const changes = preview?.changes ?? 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      focusAfter={row}
      footer={
        <>
          <Button onClick={onClose}>Odustani</Button>
          <Button
            look={isDanger ? 'danger' : 'primary'}
            pending={isPending}
            disabled={action === null || isReading || changes === 0}
            onClick={start}
          >
            {yes}
            <span>{changes > 0 && !isReading && ` (${formatNumber(changes)})`}</span>
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {about && <p className="text-muted">{about}</p>}
        <Fields kind={kind} form={form} onChange={(part) => setForm({ ...form, ...part })} />
        {action && <PreviewSummary preview={preview} isReading={isReading} />}
        <Notice tone="error" className="bg-panel-2">
          {refusal ?? problem}
        </Notice>
        <SignInAgain isDirty={form.note !== '' || form.reason !== ''} />
      </div>
    </Dialog>
  )
}

interface FieldsProps {
  kind: BulkKind
  form: Form
  onChange: (part: Partial<Form>) => void
}

function Fields({ kind, form, onChange }: FieldsProps) {
  if (kind === 'list')
    return (
      <Select
        label="Popis"
        value={form.tag}
        onChange={(event) => onChange({ tag: event.target.value })}
      >
        <option value="">Odaberite …</option>
        <ListOptions />
      </Select>
    )
  if (kind === 'sell')
    return (
      <LabelledSwitch
        label="Pošalji potvrde"
        note="Mail s kartom na adresu svakog gosta"
        checked={form.mail}
        onChange={(mail) => onChange({ mail })}
      />
    )
  if (kind === 'ban')
    return (
      <Field
        label="Razlog"
        maxLength={200}
        autoComplete="off"
        value={form.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    )
  if (kind !== 'note') return null
  return (
    <>
      <Field
        label="Napomena"
        hint={form.how === 'set' ? 'Prazno briše napomene.' : undefined}
        maxLength={200}
        autoComplete="off"
        value={form.note}
        onChange={(event) => onChange({ note: event.target.value })}
      />
      <Select
        label="Kod gostiju koji napomenu već imaju"
        value={form.how}
        onChange={(event) => onChange({ how: event.target.value as Form['how'] })}
      >
        <option value="append">Dodaj iza postojeće</option>
        <option value="set">Zamijeni postojeću</option>
      </Select>
    </>
  )
}

/** Delay in ms between the last key and the preview. */
const PREVIEW_DEBOUNCE_MS = 300

/** Reads a preview (dry run) of the action on the guests as they are now. */
function usePreview(selection: BulkSelectionInput, action: BulkActionInput | null) {
  const actionJson = JSON.stringify(action)
  const [debouncedJson, setDebouncedJson] = useState(actionJson)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedJson(actionJson), PREVIEW_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [actionJson])
  const { data, error, isPending } = useQuery({
    // The query key does not start with that of the guests: a change by another user must not
    // reload the preview while the user presses the button.
    queryKey: ['bulk-preview', selection, debouncedJson],
    queryFn: async ({ signal }) => {
      const body = { selection, action: JSON.parse(debouncedJson) as BulkActionInput }
      const response = await api('POST', '/guests/bulk', { query: { preview: '1' }, body, signal })
      return response.preview as BulkPreview
    },
    enabled: debouncedJson !== 'null',
    staleTime: 0,
    gcTime: 0,
  })
  const isReading = isPending || debouncedJson !== actionJson
  return { preview: data, problem: error?.message ?? null, isReading }
}

function PreviewSummary(props: { preview: BulkPreview | undefined; isReading: boolean }) {
  const { preview, isReading } = props
  if (!preview || isReading)
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner /> Brojim …
      </p>
    )
  const { total, changes, skipped, withoutAddress } = preview
  return (
    <div role="status" className="rounded-md border border-edge bg-panel-2 px-4 py-3">
      <p className="font-bold tabular-nums">
        {changes === 0
          ? 'Ništa se neće promijeniti.'
          : changes === total
            ? `Promijenit će se svi odabrani: ${formatNumber(total)}.`
            : `Promijenit će se ${formatNumber(changes)} od ${formatNumber(total)} odabranih.`}
      </p>
      {withoutAddress > 0 && (
        <p className="text-sm">Bez adrese za potvrdu: {formatNumber(withoutAddress)}</p>
      )}
      <Reasons label="Preskaču se" counts={skipped} />
    </div>
  )
}
