'use client'

import { type FormEvent, useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import { BusyButton } from '../busy-button'
import { TextField } from '../text-field'

type Outcome = { sent: string } | { invalid: string } | { failed: string }

/**
 * Form that requests the mail of a ticket again. Typed text is kept. The response never reveals
 * whether there is a ticket.
 */
export function LostTicketForm() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy.current) return
    const form = event.currentTarget
    const who = String(new FormData(form).get('who') ?? '')
    isBusy.current = true
    setSending(true)
    setOutcome(null)
    try {
      const { detail } = await api('POST', '/karta', { body: { who } })
      setOutcome({ sent: detail })
    } catch (error) {
      setOutcome(outcomeOf(error))
      form.querySelector('input')?.focus()
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <TextField
        id="who"
        name="who"
        label="JMBAG ili e-mail"
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={outcome && 'invalid' in outcome ? outcome.invalid : undefined}
      />
      <BusyButton type="submit" isBusy={isSending} className="bg-ink text-paper">
        Pošalji kartu
      </BusyButton>
      <noscript>
        <p className="border-l-4 border-ember-dark pl-4 font-semibold">
          Zahtjev se šalje uz uključen JavaScript.
        </p>
      </noscript>
      <div role="status">
        {outcome && 'sent' in outcome && (
          <div className="bg-signal p-4">
            <p className="poster-sentence text-2xl">{outcome.sent}</p>
            <p className="mt-1">
              Pogledaj i među neželjenom poštom. Novi mail stiže najviše jednom u pet minuta.
            </p>
          </div>
        )}
      </div>
      {outcome && 'failed' in outcome && (
        <p role="alert" className="font-semibold text-ember-dark">
          {outcome.failed}
        </p>
      )}
    </form>
  )
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError) || error.status === 0)
    return { failed: 'Nema veze s poslužiteljem. Provjeri mrežu i pokušaj ponovno.' }
  const invalid = error.fields.who?.[0]
  return invalid ? { invalid } : { failed: error.detail }
}
