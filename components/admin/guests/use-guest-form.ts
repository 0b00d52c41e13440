'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useEdit } from '@/components/admin/data/use-edit'
import { type Guest, type GuestChange, guestChange } from '@/lib/guests/schema'
import { api } from '@/lib/http/client'
import { GUESTS } from './use-guests'

const FIELDS = ['name', 'surname', 'tag', 'jmbag', 'email', 'phone'] as const
export type GuestField = (typeof FIELDS)[number]
type Values = Record<GuestField, string>

const valuesOf = (guest: Guest) =>
  Object.fromEntries(FIELDS.map((field) => [field, guest[field] ?? ''])) as Values

const resolver = zodResolver(guestChange)

/** The form of a guest whom others may be changing too: what they do comes in as it happens. */
export function useGuestForm(guest: Guest) {
  const client = useQueryClient()
  const form = useForm<Values, unknown, GuestChange>({
    resolver: resolver as never,
    defaultValues: valuesOf(guest),
  })
  const edited = useEdit<Values, GuestChange, Guest>({
    form,
    item: guest,
    valuesOf,
    call: async (body) => {
      const after = await api('PUT', '/guests/[id]', { params: { id: guest.id }, body })
      client.setQueryData([GUESTS, 'one', guest.id], after)
      return after
    },
    stale: [GUESTS],
    done: 'Spremljeno.',
    failed: null,
  })
  return { ...edited, now: valuesOf(edited.now ?? guest) }
}

export type GuestEditing = ReturnType<typeof useGuestForm>
