'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showServerErrors, useWrite } from '@/components/admin/data/use-write'
import { type Guest, type GuestChange, guestChange } from '@/lib/guests/schema'
import { api } from '@/lib/http/client'
import { GUESTS } from './use-guests'

const FIELDS = ['name', 'surname', 'tag', 'jmbag', 'email', 'phone'] as const
export type GuestField = (typeof FIELDS)[number]
type Values = Record<GuestField, string>

const valuesOf = (guest: Guest): Values => ({
  name: guest.name,
  surname: guest.surname,
  tag: guest.tag,
  jmbag: guest.jmbag,
  email: guest.email ?? '',
  phone: guest.phone ?? '',
})

const pick = <T extends object>(from: T, fields: GuestField[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => fields.includes(name as GuestField)))

/**
 * The form of a guest whom others may be changing too. A field that is as this person saw
 * it follows what stands there now; a changed one keeps what was seen until a choice is
 * made, and sends it along, so that the server refuses what would overwrite unseen.
 */
export function useGuestForm(guest: Guest) {
  const now = valuesOf(guest)
  const [seen, setSeen] = useState(now)
  const client = useQueryClient()
  const form = useForm<z.input<typeof guestChange>, unknown, GuestChange>({
    resolver: zodResolver(guestChange),
    defaultValues: now,
  })
  const values = form.watch()
  const typed = (field: GuestField) => String(values[field] ?? '').trim()
  const changed = FIELDS.filter((field) => typed(field) !== seen[field].trim())

  /** Fields of which somebody else has made something else than this person has. */
  const conflicts = changed.filter((f) => now[f] !== seen[f] && now[f].trim() !== typed(f))

  /** Shows what stands there now in every field but the ones named. */
  function follow(current: Values, but: GuestField[]) {
    for (const field of FIELDS) if (!but.includes(field)) form.setValue(field, current[field])
    setSeen((was) => ({ ...current, ...pick(was, but) }))
    if (but.length === 0) form.clearErrors()
  }

  function settle(field: GuestField) {
    setSeen({ ...seen, [field]: now[field] })
    form.setFocus(field)
  }

  const latest = FIELDS.map((field) => now[field]).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `latest` is what the rest is made of
  useEffect(
    () =>
      follow(
        now,
        changed.filter((field) => typed(field) !== now[field].trim()),
      ),
    [latest],
  )

  const { run, isPending } = useWrite({
    call: async (change: GuestChange) => {
      const sent = form.getValues()
      const after = await api('PUT', '/guests/[id]', { params: { id: guest.id }, body: change })
      // What has been typed since stays, now over what has just been saved.
      const since = FIELDS.filter((field) => form.getValues(field) !== sent[field])
      follow(valuesOf(after), since)
      setSeen(valuesOf(after))
      client.setQueryData([GUESTS, 'one', guest.id], after)
    },
    stale: [GUESTS],
    done: 'Spremljeno.',
    failed: null,
  })

  const submit = form.handleSubmit((whole) => {
    if (conflicts.length > 0 || changed.length === 0) return
    form.clearErrors()
    run(
      { ...pick(whole, changed), seen: pick(seen, changed) },
      {
        onError: (error) => {
          if (error.code !== 'changed_meanwhile') showServerErrors(form, error)
        },
      },
    )
  })

  return {
    form,
    submit,
    isPending,
    isDirty: changed.length > 0,
    conflicts,
    /** Why the last try to save failed, where that belongs to no field. */
    error: form.formState.errors.root?.message,
    /** What stands there now. */
    now,
    takeTheirs(field: GuestField) {
      form.setValue(field, now[field])
      settle(field)
    },
    keepMine: settle,
    giveUp: () => follow(now, []),
  }
}

export type GuestEditing = ReturnType<typeof useGuestForm>
