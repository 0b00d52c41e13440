'use client'

import { useId, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { SponsorGuest } from '@/lib/sponsors/own-list-schema'
import { countGuests } from '@/lib/sponsors/rules'
import { foldName } from '@/lib/text/fold'
import { GuestRow } from './sponsor-list-guest'
import { type Refusal, type SponsorListState, toRefusal, useSingleFlight } from './use-sponsor-list'

/** Number of guests above which the list has a search field. */
const SEARCHABLE_ABOVE = 12

interface Props {
  listState: SponsorListState
  guests: SponsorGuest[]
  isOpen: boolean
}

const awaitsPass = ({ email, bought, entered, pass }: SponsorGuest) =>
  email !== null && bought === '1' && entered === '0' && (pass === 'none' || pass === 'failed')

/** All guests of a sponsor list, in the order in which they were added. */
export function GuestList({ listState, guests, isOpen }: Props) {
  const [search, setSearch] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [message, setMessage] = useState('')
  const id = useId()
  const isSearchable = guests.length > SEARCHABLE_ABOVE
  const query = isSearchable ? foldName(search) : ''
  const shown = guests.filter(({ name }) => foldName(name).includes(query))

  async function remove({ id: guestId, name }: SponsorGuest) {
    setRefusal(null)
    try {
      await listState.remove(guestId)
      setMessage(`${name} više nije na popisu.`)
      document.getElementById(id)?.focus()
    } catch (error) {
      setRefusal(toRefusal(error, SPONSOR_LIST_MESSAGES.deleteFailed))
    }
  }

  const setEmail = async (guestId: number, email: string) => {
    try {
      await listState.setEmail(guestId, email)
      return null
    } catch (error) {
      return toRefusal(error, 'Greška pri spremanju adrese').sentence
    }
  }

  async function sendPasses() {
    setRefusal(null)
    try {
      const { queued, postponed } = await listState.sendPasses(null)
      setMessage(`Propusnice se šalju: ${countGuests(queued)}.`)
      if (postponed > 0)
        setRefusal({
          sentence: SPONSOR_LIST_MESSAGES.passesPostponed(postponed),
          code: 'passes_postponed',
        })
    } catch (error) {
      setRefusal(toRefusal(error, 'Greška pri slanju propusnica'))
    }
  }

  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} tabIndex={-1} className="poster-sentence text-3xl">
        Na popisu: {countGuests(guests.length)}
      </h2>
      <p role="status" className="sr-only">
        {message}
      </p>
      {refusal && (
        <div role="alert" className="poster-note" data-bad>
          <p className="font-bold">{refusal.sentence}</p>
          {refusal.more && <p>{refusal.more}</p>}
        </div>
      )}
      <SendPasses waiting={guests.filter(awaitsPass).length} onSend={sendPasses} />
      {isSearchable && (
        <search className="mt-4 block">
          <label htmlFor={`${id}-s`} className="block font-semibold">
            Traži na popisu
          </label>
          <input
            id={`${id}-s`}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            autoComplete="off"
            className="poster-input"
          />
        </search>
      )}
      {guests.length === 0 && (
        <p className="mt-3 text-lg">
          {isOpen ? 'Popis je prazan. Prvi gost je na redu.' : 'Popis je ostao prazan.'}
        </p>
      )}
      {guests.length > 0 && shown.length === 0 && (
        <p className="mt-3 text-lg">Na popisu nema nikoga s tim imenom.</p>
      )}
      <ol className="mt-3">
        {shown.map((guest) => (
          <GuestRow
            key={guest.id}
            guest={guest}
            isOpen={isOpen && guest.entered === '0'}
            onRemove={() => remove(guest)}
            onEmail={(email) => setEmail(guest.id, email)}
          />
        ))}
      </ol>
    </section>
  )
}

interface SendPassesProps {
  /** Number of guests with a ticket and an e-mail address whose pass was not sent or has not arrived. */
  waiting: number
  onSend: () => Promise<void>
}

/**
 * Button that sends the guests their passes after a confirmation. Each pass is sent only once (rule
 * 5.19).
 */
function SendPasses({ waiting, onSend }: SendPassesProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, runSingle } = useSingleFlight()
  if (waiting === 0) return null
  return (
    <div className="poster-list-passes">
      <p className="grow basis-60">
        {isConfirming
          ? `Propusnicu s QR kodom dobiva ${countGuests(waiting)}. Svaka se šalje jednom.`
          : 'Gosti s e-mail adresom mogu dobiti propusnicu s QR kodom, pa na ulazu ne čekaju.'}
      </p>
      {isConfirming ? (
        <>
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: replaces the button that was pressed
            autoFocus
            aria-disabled={isBusy || undefined}
            aria-busy={isBusy || undefined}
            onClick={() => runSingle(async () => onSend().finally(() => setConfirming(false)))}
            className="poster-small-button bg-ink text-paper"
          >
            {isBusy && <Spinner />}
            <span>Pošalji</span>
          </button>
          <button
            type="button"
            onClick={() => setConfirming(false)}
            className="poster-small-button"
          >
            Odustani
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setConfirming(true)} className="poster-small-button">
          Pošalji propusnice ({waiting})
        </button>
      )}
    </div>
  )
}
