'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { EditDialog } from '@/components/admin/data/edit-form'
import { FormField } from '@/components/admin/data/form-field'
import { useEdit } from '@/components/admin/data/use-edit'
import { Select } from '@/components/ui/field'
import { api } from '@/lib/api-client/client'
import type { LineupItem } from '@/lib/lineup/schema'
import { festivalDay, formatRange, setProblem } from '@/lib/programme/rules'
import {
  type ProgrammeSet,
  type SetValues,
  type Stage,
  setForm,
  setTimesOf,
} from '@/lib/programme/schema'
import { formatDuration, formatShortDate, formatTime, formatWeekday } from '@/lib/time/zagreb'
import { SHOWN_BY, seenOf, toPatchBody, withNumericIds } from './set-change'

interface Props {
  /** The set to edit; null creates one. */
  set: ProgrammeSet | null
  /** Initial values of a new set. */
  blank: SetValues
  stages: Stage[]
  performers: LineupItem[]
  sets: ProgrammeSet[]
  opensAt: string | null
  onClose: () => void
}

const valuesOf = (set: ProgrammeSet): SetValues => ({
  stageId: String(set.stageId),
  performerId: set.performerId === null ? '' : String(set.performerId),
  title: set.title,
  day: festivalDay(set.startsAt),
  from: formatTime(set.startsAt),
  to: formatTime(set.endsAt),
})

const INVALIDATED = ['programme', 'stages']

/** Dialog that creates or edits a set: performer, stage, start and end. */
export function SetDialog(props: Props) {
  const { set, blank, stages, performers, sets, opensAt, onClose } = props
  const params = { id: set?.id ?? 0 }
  const form = useForm<SetValues>({
    resolver: zodResolver(setForm),
    defaultValues: set ? valuesOf(set) : blank,
  })
  const edited = useEdit({
    form,
    item: set,
    valuesOf,
    seenOf,
    conflictMessage: (field, now) => `Sada je: ${describeField(field, now)}`,
    shownBy: SHOWN_BY,
    add: (sent) => {
      const body = { ...withNumericIds(sent), ...setTimesOf(sent) }
      return api('POST', '/programme', { body: body as Required<typeof body> })
    },
    change: (sent) =>
      api('PUT', '/programme/[id]', { params, body: toPatchBody(sent, form.getValues()) }),
    read: set ? () => api('GET', '/programme/[id]', { params }) : undefined,
    invalidates: INVALIDATED,
    successMessage: (saved) => `${saved.name}: ${formatRange(saved)}, ${saved.stage}.`,
    errorMessage: null,
    onSaved: onClose,
  })
  const { errors } = form.formState
  return (
    <EditDialog
      title={set ? 'Uredi nastup' : 'Novi nastup'}
      edited={edited}
      isNew={!set}
      onClose={onClose}
      below={
        set && (
          <DeleteButton
            text="Obriši nastup"
            what={`nastup ${set.name}`}
            remove={() => api('DELETE', '/programme/[id]', { params })}
            invalidates={INVALIDATED}
            successMessage={`${set.name}: obrisano.`}
            onDone={onClose}
          />
        )
      }
    >
      <Select label="Izvođač" error={errors.performerId?.message} {...form.register('performerId')}>
        <option value="">Nitko iz line-upa</option>
        {performers.map(({ id, name, visible }) => (
          <option key={id} value={id}>
            {visible === '0' ? `${name} (nije prikazan)` : name}
          </option>
        ))}
      </Select>
      <FormField
        form={form}
        name="title"
        label="Naziv"
        hint="Ako se ne zove kao izvođač, npr. „Otvaranje vrata”."
        maxLength={150}
      />
      <Select label="Pozornica" error={errors.stageId?.message} {...form.register('stageId')}>
        {stages.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <div>
        <div className="grid grid-cols-2 items-start gap-3 *:first:col-span-2 sm:grid-cols-[minmax(0,1fr)_7rem_7rem] sm:*:first:col-span-1">
          <FormField
            form={form}
            name="day"
            label="Dan festivala"
            placeholder="dd.mm.gggg."
            className="tabular-nums"
          />
          <FormField
            form={form}
            name="from"
            label="Od"
            placeholder="21:30"
            inputMode="numeric"
            className="tabular-nums"
          />
          <FormField
            form={form}
            name="to"
            label="Do"
            placeholder="22:15"
            inputMode="numeric"
            className="tabular-nums"
          />
        </div>
        <TimePreview values={form.watch()} set={set} sets={sets} opensAt={opensAt} />
      </div>
    </EditDialog>
  )
}

function describeField(field: string, set: ProgrammeSet): string {
  if (field === 'stageId') return set.stage
  if (field === 'performerId') return set.name
  const value = Object.entries(valuesOf(set)).find(([name]) => name === field)?.[1]
  return value || 'prazno'
}

/**
 * Shows the time that the three typed fields mean, or why the set is not possible, before it is
 * sent.
 */
function TimePreview({
  values,
  set,
  sets,
  opensAt,
}: { values: SetValues } & Pick<Props, 'set' | 'sets' | 'opensAt'>) {
  const times = setTimesOf(values)
  const place = times && { ...times, stageId: Number(values.stageId), id: set?.id }
  const hasSameStart = place?.startsAt === set?.startsAt
  const problem =
    place && setProblem(place, { others: sets, opensAt: hasSameStart ? null : opensAt })
  return (
    <p role="status" className={`mt-2 min-h-6 text-sm ${problem ? 'text-stop' : 'text-muted'}`}>
      <span>{problem?.sentence ?? (times && describeTimes(times))}</span>
      <span>
        {!times && 'Do 06:00 ubraja se u noć prije: uz 21.11. sat 01:25 znači 22.11. u 01:25.'}
      </span>
    </p>
  )
}

function describeTimes({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  const day = (at: string) => `${formatWeekday(at)} ${formatShortDate(at)}`
  const end = day(endsAt) === day(startsAt) ? '' : `${day(endsAt)} `
  const duration = formatDuration(Date.parse(endsAt) - Date.parse(startsAt))
  return `${day(startsAt)} ${formatTime(startsAt)} – ${end}${formatTime(endsAt)}, traje ${duration}`
}
