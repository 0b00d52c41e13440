'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { History } from '@/components/admin/activities/history'
import { EditDialog } from '@/components/admin/data/edit-dialog'
import { useEdit } from '@/components/admin/data/use-edit'
import { useWrite } from '@/components/admin/data/use-write'
import {
  type BandContact,
  type BandContactChange,
  type NewBandContact,
  newBandContactBody,
} from '@/lib/band-contacts/schema'
import { api } from '@/lib/http/client'
import { ContactFields } from './contact-fields'

const valuesOf = ({ bandName, bookerName, bookerPhone }: BandContact): NewBandContact => ({
  bandName,
  bookerName,
  bookerPhone,
})

/** Changes a contact, and shows what has been done to it. */
export function EditContact({ contact, onClose }: { contact: BandContact; onClose: () => void }) {
  const path = `/contact/${contact.id}/`
  const form = useForm<NewBandContact>({
    resolver: zodResolver(newBandContactBody),
    defaultValues: valuesOf(contact),
  })
  const { changeOf, isConflict, tell, takeTheirs } = useEdit({
    form,
    item: contact,
    path,
    valuesOf,
  })
  const { run, isPending } = useWrite({
    call: (change: BandContactChange) => api<BandContact>('PUT', path, change),
    stale: ['band-contacts'],
    done: ({ bandName }) => `Kontakt za ${bandName} je spremljen.`,
    failed: null,
  })
  const submit = form.handleSubmit((values) => {
    const change = changeOf(values)
    if (change) run(change, { onSuccess: onClose, onError: tell })
    else onClose()
  })
  const { errors, isDirty } = form.formState
  return (
    <EditDialog
      title="Uredi kontakt"
      onSubmit={submit}
      onClose={onClose}
      problem={errors.root?.message}
      below={<History entity="band-contacts" id={contact.id} />}
      {...{ isPending, isDirty, isConflict, takeTheirs }}
    >
      <ContactFields form={form} />
    </EditDialog>
  )
}
