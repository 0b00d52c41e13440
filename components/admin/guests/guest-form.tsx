'use client'

import { useEffect, useRef } from 'react'
import { FormField } from '@/components/admin/data/form-field'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { tagLabel } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { FieldOfTwo } from './field-of-two'
import { ListOptions } from './list-options'
import { useGuestForm } from './use-guest-form'
import { useGuestLists } from './use-guests'

interface Props {
  guest: Guest
  onDirty: (isDirty: boolean) => void
}

const WIDE = 'col-span-2 sm:col-span-1'

/** Who the guest is and on which list; saves only what was changed here. */
export function GuestForm({ guest, onDirty }: Props) {
  const editing = useGuestForm(guest)
  const { form, submit, isPending, isDirty, conflicts, problem } = editing
  const { register, formState, watch } = form
  const { errors } = formState
  const lists = useGuestLists()
  const tag = watch('tag')
  const takesJmbag = guest.jmbag !== '' || lists.some((list) => list.isBrucosi && list.tag === tag)

  const tell = useRef(onDirty)
  tell.current = onDirty
  useEffect(() => tell.current(isDirty), [isDirty])
  useEffect(() => () => tell.current(false), [])

  return (
    <form
      aria-label="Podaci gosta"
      onSubmit={submit}
      noValidate
      className="rounded-lg border border-edge bg-panel p-4"
    >
      <LeaveGuard isDirty={isDirty && !isPending} />
      {conflicts.length > 0 && (
        <Notice tone="error" className="mb-4 bg-panel-2">
          Netko je ovog gosta u međuvremenu promijenio. Ništa nije prepisano: uz svako takvo polje
          odaberite što vrijedi pa spremite.
        </Notice>
      )}
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
        <FieldOfTwo editing={editing} field="name" label="Ime">
          <FormField form={form} name="name" label="Ime" maxLength={100} />
        </FieldOfTwo>
        <FieldOfTwo editing={editing} field="surname" label="Prezime">
          <FormField form={form} name="surname" label="Prezime" maxLength={100} />
        </FieldOfTwo>
        <FieldOfTwo
          editing={editing}
          field="tag"
          label="Tag"
          className={takesJmbag ? undefined : 'col-span-2'}
        >
          <Select label="Tag" error={errors.tag?.message} {...register('tag')} value={tag}>
            {!lists.some((list) => list.tag === guest.tag) && (
              <option value={guest.tag}>{tagLabel(guest.tag)}</option>
            )}
            <ListOptions />
          </Select>
        </FieldOfTwo>
        {takesJmbag && (
          <FieldOfTwo editing={editing} field="jmbag" label="JMBAG">
            <FormField form={form} name="jmbag" kind="count" label="JMBAG" maxLength={10} />
          </FieldOfTwo>
        )}
        <FieldOfTwo editing={editing} field="email" label="E-mail" className={WIDE}>
          <FormField form={form} name="email" kind="email" label="E-mail" type="email" />
        </FieldOfTwo>
        <FieldOfTwo editing={editing} field="phone" label="Telefon" className={WIDE}>
          <FormField form={form} name="phone" kind="phone" label="Telefon" />
        </FieldOfTwo>
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
          <Button onClick={editing.giveUp} disabled={isPending}>
            Odustani
          </Button>
        </div>
      )}
    </form>
  )
}
