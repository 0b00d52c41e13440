'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { History } from '@/components/admin/activities/history'
import { EditDialog } from '@/components/admin/data/edit-form'
import { FormField } from '@/components/admin/data/form-field'
import { SecretDialog } from '@/components/admin/data/secret-dialog'
import { useEditForm } from '@/components/admin/data/use-edit'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { api } from '@/lib/api-client/client'
import { formatDateTime } from '@/lib/time/zagreb'
import {
  describeEvents,
  EVENT_LABELS,
  OLD_SECRET_HOURS,
  WEBHOOK_EVENTS,
} from '@/lib/webhooks/rules'
import { type NewReceiver, type Receiver, receiverForm } from '@/lib/webhooks/schema'

type Values = z.input<typeof receiverForm>
type Form = UseFormReturn<Values, unknown, NewReceiver>

const resolver = zodResolver(receiverForm)

const valuesOf = ({ description, url, events }: Receiver): Values => ({
  description,
  url,
  events: events.join(),
})

/** Expected values of a receiver for the conflict check. The server compares `events` as a text. */
const seenOf = (receiver: Receiver) => ({ ...receiver, events: receiver.events.join() })

interface Props {
  /** The receiver to edit; null creates one. */
  receiver: Receiver | null
  onClose: () => void
  /** Called with a new secret, which is shown only once. */
  onSecret: (created: { receiver: Receiver; secret: string }) => void
}

/** Dialog that creates or edits a webhook receiver, with its state, its secret and its history. */
export function ReceiverDialog({ receiver, onClose, onSecret }: Props) {
  const secret = useApiMutation({
    call: (id: number) => api('POST', '/webhooks/[id]/secret', { params: { id } }),
    invalidates: ['webhooks'],
    errorMessage: 'Tajna nije izrađena. Otvorite prijemnik i izradite je ponovno.',
  })
  const createSecret = (id: number) =>
    secret.run(id, {
      onSuccess: (created) => {
        onClose()
        onSecret(created)
      },
      onError: onClose,
    })
  const edited = useEditForm<Values, NewReceiver, Receiver>({
    resolver,
    blank: { description: '', url: '', events: '' },
    item: receiver,
    valuesOf,
    seenOf,
    conflictMessage: (field, { events }) =>
      field === 'events' ? `Sada je: ${describeEvents(events)}` : undefined,
    change: (body) => api('PUT', '/webhooks/[id]', { params: { id: receiver?.id ?? 0 }, body }),
    add: async (body) => {
      const added = await api('POST', '/webhooks', { body })
      createSecret(added.id)
      return added
    },
    read: receiver
      ? () => api('GET', '/webhooks/[id]', { params: { id: receiver.id } })
      : undefined,
    invalidates: ['webhooks'],
    successMessage: ({ description }) =>
      receiver ? `Prijemnik ${description} je spremljen.` : `Prijemnik ${description} je dodan.`,
    errorMessage: null,
    // After a new receiver is saved, its secret is created and shown next.
    onSaved: receiver ? onClose : undefined,
  })
  const { form } = edited
  return (
    <EditDialog
      title={receiver ? 'Uredi prijemnik' : 'Novi prijemnik'}
      edited={{ ...edited, isPending: edited.isPending || secret.isPending }}
      isNew={receiver === null}
      onClose={onClose}
      below={
        receiver && (
          <div className="space-y-6">
            <SecretAndPause
              receiver={receiver}
              onSecret={() => createSecret(receiver.id)}
              onClose={onClose}
            />
            <History entity="webhooks" id={receiver.id} />
          </div>
        )
      }
    >
      <FormField
        form={form}
        name="description"
        label="Čemu služi"
        hint="Na primjer: chat organizatora"
        maxLength={100}
      />
      <FormField
        form={form}
        name="url"
        label="Adresa"
        hint="Javna adresa koja počinje s https://"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
      />
      <EventsField form={form} />
    </EditDialog>
  )
}

/** Checkboxes for the events that are sent to a receiver. */
function EventsField({ form }: { form: Form }) {
  const id = useId()
  return (
    <Controller
      control={form.control}
      name="events"
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => {
        const chosen = value.split(',').filter(Boolean)
        const toggle = (event: string, isOn: boolean) =>
          onChange(
            WEBHOOK_EVENTS.filter((listed) =>
              listed === event ? isOn : chosen.includes(listed),
            ).join(),
          )
        return (
          <fieldset aria-describedby={error ? `${id}-note` : undefined}>
            <legend className="mb-1 text-sm font-semibold">Događaji</legend>
            <div
              className={`grid rounded-md border bg-panel sm:grid-cols-2 ${error ? 'border-stop' : 'border-edge'}`}
            >
              {WEBHOOK_EVENTS.map((event, i) => (
                <label
                  key={event}
                  htmlFor={`${id}-${event}`}
                  className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2"
                >
                  <input
                    ref={i === 0 ? ref : undefined}
                    id={`${id}-${event}`}
                    type="checkbox"
                    checked={chosen.includes(event)}
                    onChange={({ target }) => toggle(event, target.checked)}
                    className="size-5 shrink-0 accent-accent"
                  />
                  {EVENT_LABELS[event]}
                </label>
              ))}
            </div>
            {error && (
              <p id={`${id}-note`} className="mt-1 text-sm text-stop">
                {error.message}
              </p>
            )}
          </fieldset>
        )
      }}
    />
  )
}

interface MoreProps {
  receiver: Receiver
  onSecret: () => void
  onClose: () => void
}

/** Part of the dialog that pauses or resumes a receiver, or creates another secret for it. */
function SecretAndPause({ receiver, onSecret, onClose }: MoreProps) {
  const { id, description, state, oldSecretUntil } = receiver
  const [isAsking, setAsking] = useState(false)
  const next = state === 'on' ? 'paused' : 'on'
  const { run, isPending } = useApiMutation({
    call: () => api('PUT', '/webhooks/[id]', { params: { id }, body: { state: next } }),
    invalidates: ['webhooks'],
    successMessage: `Prijemnik ${description} je ${next === 'on' ? 'uključen' : 'pauziran'}.`,
  })
  return (
    <section aria-label="Stanje i tajna" className="space-y-3 border-t border-edge pt-5">
      <p className="text-sm text-muted">
        {state === 'on'
          ? 'Dok je pauziran, za prijemnik se ništa ne čuva. Što već čeka, ide kad ga uključite.'
          : 'Prijemnik sada ne dobiva ništa, i za njega se ništa ne čuva.'}
      </p>
      {oldSecretUntil && (
        <p className="text-sm text-muted">
          Dosadašnja tajna vrijedi uz novu do {formatDateTime(oldSecretUntil)}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button pending={isPending} onClick={() => run(undefined, { onSuccess: onClose })}>
          {state === 'on' ? 'Pauziraj' : 'Uključi'}
        </Button>
        <Button onClick={() => setAsking(true)}>
          <KeyRound aria-hidden="true" className="size-5" />
          Nova tajna
        </Button>
      </div>
      <Confirm
        open={isAsking}
        question="Izraditi novu tajnu?"
        yes="Izradi"
        onYes={() => {
          setAsking(false)
          onSecret()
        }}
        onNo={() => setAsking(false)}
      >
        <p>
          Još {OLD_SECRET_HOURS} sata svaka dojava nosi oba potpisa, i onaj dosadašnjom tajnom.
          Dotle novu upišite u prijemnik.
        </p>
      </Confirm>
    </section>
  )
}

interface SecretProps {
  receiver: Receiver
  secret: string
  onClose: () => void
}

const SECRET_MESSAGES = {
  notice: 'Prikazuje se samo sada. Upišite je u sustav koji prima.',
  copied: 'Tajna je kopirana.',
  failed: 'Kopiranje nije uspjelo. Označite tajnu i kopirajte je sami.',
}

/** Dialog with the secret of a receiver, which is shown only once. */
export function ReceiverSecret({ receiver, secret, onClose }: SecretProps) {
  return (
    <SecretDialog
      title={`Tajna za ${receiver.description}`}
      secret={secret}
      messages={SECRET_MESSAGES}
      onClose={onClose}
    >
      Njome prijemnik provjerava da je dojava naša (Standard Webhooks). Ako je izgubite, izradite
      novu.
    </SecretDialog>
  )
}
