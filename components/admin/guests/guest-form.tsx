'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { FormField } from '@/components/admin/data/form-field'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { useEditForm } from '@/components/admin/data/use-edit'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { WrittenText } from '@/db/catalogue/facts'
import { GUESTS as COLUMNS, GUEST_TEXT_FIELDS, type GuestTextField } from '@/db/catalogue/guests'
import { api } from '@/lib/api-client/client'
import { tagLabel, takesJmbag } from '@/lib/guests/rules'
import { type Guest, type GuestChange, guestChange } from '@/lib/guests/schema'
import { recordOf } from '@/lib/text/keys'
import { ListOptions } from './list-options'
import { GUESTS, useGuestLists } from './use-guests'

interface Props {
  guest: Guest
  onDirty: (isDirty: boolean) => void
}

const FIELDS = [...GUEST_TEXT_FIELDS, 'tag'] as const
type GuestField = (typeof FIELDS)[number]
type Values = Record<GuestField, string>

const valuesOf = (guest: Guest): Values => recordOf(FIELDS, (field) => guest[field] ?? '')

// The schema also accepts a part of the fields. The form always passes all of them.
const resolver = zodResolver(guestChange as z.ZodType<GuestChange, Values>)

/**
 * State of the form of a guest that other users may change at the same time. Their changes appear
 * in the form as they happen.
 */
function useGuestForm(guest: Guest) {
  const client = useQueryClient()
  const edited = useEditForm<Values, GuestChange, Guest>({
    resolver,
    item: guest,
    valuesOf,
    change: async (body) => {
      const after = await api('PUT', '/guests/[id]', { params: { id: guest.id }, body })
      client.setQueryData([GUESTS, 'one', guest.id], after)
      return after
    },
    invalidates: [GUESTS],
    successMessage: 'Spremljeno.',
    errorMessage: null,
  })
  return { ...edited, now: valuesOf(edited.now ?? guest) }
}

type GuestEditing = ReturnType<typeof useGuestForm>

/**
 * Form with the personal data and the list of a guest. Saves only the fields that this user
 * changed.
 */
export function GuestForm({ guest, onDirty }: Props) {
  const editing = useGuestForm(guest)
  const { form, submit, isPending, isDirty, conflicts, problem } = editing
  const { register, formState, watch } = form
  const { errors } = formState
  const lists = useGuestLists()
  const tag = watch('tag')
  const hasJmbagField = takesJmbag({
    isBrucosi: lists.some((list) => list.isBrucosi && list.tag === tag),
    stored: guest.jmbag,
    typed: watch('jmbag'),
  })

  const reportDirty = useRef(onDirty)
  reportDirty.current = onDirty
  useEffect(() => reportDirty.current(isDirty), [isDirty])
  useEffect(() => () => reportDirty.current(false), [])

  return (
    <form
      aria-label="Podaci gosta"
      onSubmit={submit}
      noValidate
      className="rounded-lg border border-edge bg-panel p-4"
    >
      <LeaveGuard isDirty={isDirty} isPending={isPending} />
      {conflicts.length > 0 && (
        <Notice tone="error" className="mb-4 bg-panel-2">
          Netko je ovog gosta u međuvremenu promijenio. Ništa nije prepisano: uz svako takvo polje
          odaberite što vrijedi pa spremite.
        </Notice>
      )}
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
        {GUEST_TEXT_FIELDS.map((field) => (
          <Fragment key={field}>
            {field === 'jmbag' && (
              <ConflictField
                editing={editing}
                field="tag"
                label="Tag"
                className={hasJmbagField ? undefined : 'col-span-2'}
              >
                <Select label="Tag" error={errors.tag?.message} {...register('tag')} value={tag}>
                  {!lists.some((list) => list.tag === guest.tag) && (
                    <option value={guest.tag}>{tagLabel(guest.tag)}</option>
                  )}
                  <ListOptions />
                </Select>
              </ConflictField>
            )}
            {(field !== 'jmbag' || hasJmbagField) && (
              <GuestTextInput editing={editing} field={field} />
            )}
          </Fragment>
        ))}
      </div>
      {problem && (
        <Notice tone="error" className="mt-4 bg-panel-2">
          Nije spremljeno. {problem} Ono što ste upisali ostaje ovdje.
        </Notice>
      )}
      {isDirty && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            type="submit"
            look="primary"
            pending={isPending}
            disabled={conflicts.length > 0}
            className="max-sm:flex-1"
          >
            {problem ? 'Pokušaj ponovno' : 'Spremi'}
          </Button>
          <Button onClick={editing.discardChanges} disabled={isPending}>
            Odustani
          </Button>
        </div>
      )}
    </form>
  )
}

/** Kind of input for each kind of text. */
const FIELD_KINDS = {
  name: 'text',
  text: 'text',
  jmbag: 'count',
  email: 'email',
  phone: 'phone',
} as const

const NARROW: GuestTextField[] = ['name', 'surname', 'jmbag']

function GuestTextInput({ editing, field }: { editing: GuestEditing; field: GuestTextField }) {
  const { label } = COLUMNS[field]
  const { kind, max = 254 }: WrittenText = COLUMNS[field].text
  const width = max > 100 && max < 254 ? 'col-span-2' : 'col-span-2 sm:col-span-1'
  return (
    <ConflictField
      editing={editing}
      field={field}
      label={label}
      className={NARROW.includes(field) ? undefined : width}
    >
      <FormField
        form={editing.form}
        name={field}
        kind={FIELD_KINDS[kind]}
        label={label}
        maxLength={max}
      />
    </ConflictField>
  )
}

interface FieldProps {
  editing: GuestEditing
  field: GuestField
  label: string
  className?: string
  children: ReactNode
}

/**
 * Field that another user may have changed too. Then the field asks which of the two values to
 * keep.
 */
function ConflictField({ editing, field, label, className, children }: FieldProps) {
  const { conflicts, now, resolveConflict } = editing
  const hasConflict = conflicts.includes(field)
  const theirs = field === 'tag' ? tagLabel(now.tag) : now[field]
  return (
    <div className={hasConflict ? 'col-span-2' : className}>
      {children}
      {hasConflict && (
        <fieldset
          aria-label={`${label}: dvije promjene`}
          className="mt-2 rounded-md border-l-4 border-warn bg-panel-2 px-3 py-2"
        >
          <p className="break-words">
            <span className="text-muted">U međuvremenu je upisano: </span>
            <strong>{theirs || 'prazno'}</strong>
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => resolveConflict(field, 'theirs')}>Uzmi to</Button>
            <Button onClick={() => resolveConflict(field, 'mine')}>Zadrži moje</Button>
          </div>
        </fieldset>
      )}
    </div>
  )
}
