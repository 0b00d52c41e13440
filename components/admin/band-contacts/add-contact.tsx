'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AddForm } from '@/components/admin/data/add-form'
import { showServerErrors } from '@/components/admin/data/form-errors'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { startNext } from '@/components/admin/data/start-next'
import { useWrite } from '@/components/admin/data/use-write'
import {
  type BandContact,
  type NewBandContact,
  newBandContactBody,
} from '@/lib/band-contacts/schema'
import { api } from '@/lib/http/client'
import { ContactFields } from './contact-fields'

const NOBODY: NewBandContact = { bandName: '', bookerName: '', bookerPhone: '' }

/** A new contact, above the list of those there are. */
export function AddContact() {
  const form = useForm<NewBandContact>({
    resolver: zodResolver(newBandContactBody),
    defaultValues: NOBODY,
  })
  const { run, isPending } = useWrite({
    call: (body: NewBandContact) => api<BandContact>('POST', '/contact/', body),
    stale: ['band-contacts'],
    done: ({ bandName }) => `Kontakt za ${bandName} je dodan.`,
    failed: null,
  })
  const submit = form.handleSubmit((body) =>
    run(body, {
      onSuccess: () => startNext(form, 'bandName', NOBODY),
      onError: (error) => showServerErrors(form, error),
    }),
  )
  const { errors, isDirty } = form.formState
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isPending} />
      <AddForm
        label="Novi kontakt"
        onSubmit={submit}
        isPending={isPending}
        error={errors.root?.message}
        className="md:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <ContactFields form={form} />
      </AddForm>
    </>
  )
}
