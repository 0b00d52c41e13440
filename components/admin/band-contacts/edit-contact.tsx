'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { History } from '@/components/admin/activities/history'
import { showServerErrors } from '@/components/admin/data/form-errors'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import {
  type BandContact,
  type NewBandContact,
  newBandContactBody,
} from '@/lib/band-contacts/schema'
import { type ApiError, api } from '@/lib/http/client'
import { ContactFields } from './contact-fields'

const fieldsOf = ({ bandName, bookerName, bookerPhone }: BandContact): NewBandContact => ({
  bandName,
  bookerName,
  bookerPhone,
})

/**
 * Changes a contact. Whoever finds it changed meanwhile is told what stands there now, field
 * by field, and may then save over it.
 */
export function EditContact({ contact, onClose }: { contact: BandContact; onClose: () => void }) {
  const path = `/contact/${contact.id}/`
  const seen = useRef(fieldsOf(contact))
  const [isAsking, setAsking] = useState(false)
  const form = useForm<NewBandContact>({
    resolver: zodResolver(newBandContactBody),
    defaultValues: seen.current,
  })
  const { run, isPending } = useWrite({
    call: (body: NewBandContact) => api<BandContact>('PUT', path, { ...body, seen: seen.current }),
    stale: ['band-contacts'],
    done: ({ bandName }) => `Kontakt za ${bandName} je spremljen.`,
    failed: null,
  })

  async function tell(error: ApiError) {
    showServerErrors(form, error)
    if (error.code !== 'changed_meanwhile') return
    form.setError('root', { message: error.detail })
    // What stands there now has been shown beside the fields, so the next time it may go.
    const current = await api<BandContact>('GET', path).catch(() => null)
    if (current) seen.current = fieldsOf(current)
  }

  const submit = form.handleSubmit((body) => run(body, { onSuccess: onClose, onError: tell }))
  const { errors, isDirty } = form.formState
  const close = () => (isDirty ? setAsking(true) : onClose())
  return (
    <Dialog open onClose={close} title="Uredi kontakt">
      <LeaveGuard isDirty={isDirty && !isPending} />
      <Confirm
        open={isAsking}
        question="Odbaciti promjene?"
        yes="Odbaci"
        danger
        onYes={onClose}
        onNo={() => setAsking(false)}
      >
        <p>Ono što ste upisali nije spremljeno.</p>
      </Confirm>
      <form aria-label="Uredi kontakt" onSubmit={submit} noValidate className="space-y-4">
        <ContactFields form={form} />
        {errors.root && (
          <Notice tone="error" className="bg-panel-2">
            {errors.root.message}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button onClick={close}>Odustani</Button>
          <Button type="submit" look="primary" pending={isPending}>
            Spremi promjene
          </Button>
        </div>
      </form>
      <div className="mt-6">
        <History entity="band-contacts" id={contact.id} />
      </div>
    </Dialog>
  )
}
