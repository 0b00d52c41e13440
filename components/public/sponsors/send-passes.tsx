'use client'

import { useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { countGuests } from '@/lib/sponsors/rules'
import { useOnce } from './use-once'

interface Props {
  /** Guests with an address whose pass has not gone out, or has not arrived. */
  waiting: number
  onSend: () => Promise<void>
}

/** Sends the guests their passes, after a question: each is sent once. */
export function SendPasses({ waiting, onSend }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, once } = useOnce()
  if (waiting === 0) return null
  return (
    <div className="poster-list-passes">
      <p className="grow basis-60">
        {isAsking
          ? `Propusnicu s QR kodom dobiva ${countGuests(waiting)}. Svaka se šalje jednom.`
          : 'Gosti s e-mail adresom mogu dobiti propusnicu s QR kodom, pa na ulazu ne čekaju.'}
      </p>
      {isAsking ? (
        <>
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: takes the place of the button just pressed
            autoFocus
            aria-disabled={isBusy || undefined}
            aria-busy={isBusy || undefined}
            onClick={() => once(async () => onSend().finally(() => setAsking(false)))}
            className="poster-small-button bg-ink text-paper"
          >
            {isBusy && <Spinner />}
            Pošalji
          </button>
          <button type="button" onClick={() => setAsking(false)} className="poster-small-button">
            Odustani
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setAsking(true)} className="poster-small-button">
          Pošalji propusnice ({waiting})
        </button>
      )}
    </div>
  )
}
