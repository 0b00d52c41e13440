'use client'

import { useSyncExternalStore } from 'react'
import { FittedType } from '@/components/public/fitted-type'
import { countGuests } from '@/lib/sponsors/rules'
import { AddGuest } from './add-guest'
import { AddMany } from './add-many'
import { GuestList } from './guest-list'
import { ListSummary } from './list-summary'
import { LeftList, OutcomeNote } from './outcome-note'
import { useAdding } from './use-adding'
import { useSponsorList, type WholeList } from './use-sponsor-list'

interface Props {
  slug: string
  /** As the server read it; null when it could not be read. */
  initial: WholeList | null
  /** Whom a sponsor can ask. */
  contact: string
}

const noChange = () => () => {}

/** A sponsor keeps its own guest list (spec section 2): poster around it, a tool within. */
export function SponsorListScreen({ slug, initial, contact }: Props) {
  const own = useSponsorList(slug, initial)
  const adding = useAdding(own)
  const isAwake = useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
  const { whole, failure } = own

  if (!whole || failure?.code === 'not_found') return <Unreadable own={own} contact={contact} />
  const { list, guests } = whole
  const isOpen = list.guestsEnabled !== '0'
  const room = Math.max(0, list.guestCap - list.count)
  const isLost = !isOpen && adding.unsaved.length > 0
  const { outcome } = adding
  // That the list is closed, the names that came too late say already.
  const isTold = isLost && outcome?.refusal?.code === 'list_closed' && outcome.left.length === 0

  return (
    <div className="poster-column poster-list">
      <header>
        <p className="poster-type text-2xl text-ember">Popis gostiju</p>
        <h1 className="mt-3 lg:mt-6">
          <FittedType text={list.name} className="poster-list-name" />
        </h1>
        <ListSummary list={list} onDeadline={own.refresh} />
        <noscript>
          <p className="poster-list-closed">
            Popis se mijenja uz uključen JavaScript. Uključite ga u pregledniku.
          </p>
        </noscript>
      </header>
      <div className="poster-list-sheet">
        {failure && (
          <div role="alert" className="poster-note" data-bad>
            <p className="font-bold">{failure.sentence}</p>
            {failure.more && <p>{failure.more}</p>}
            <button
              type="button"
              aria-busy={own.isReading || undefined}
              onClick={() => !own.isReading && own.refresh()}
              className="poster-small-button mt-2"
            >
              Pokušaj ponovno
            </button>
          </div>
        )}
        {isOpen &&
          (adding.pasted === null ? (
            <>
              <AddGuest {...adding.single} isAwake={isAwake} onPasteMany={adding.openMany} />
              <button
                type="button"
                onClick={() => adding.openMany('')}
                className="poster-list-link mt-2"
              >
                Dodaj više gostiju odjednom
              </button>
            </>
          ) : (
            <AddMany
              {...adding.many}
              text={adding.pasted}
              listed={guests.map((guest) => guest.name)}
              room={room}
            />
          ))}
        {isLost && (
          <div role="alert" className="poster-note" data-bad>
            <p className="font-bold">Popis se zatvorio dok ste upisivali.</p>
            <p>
              Na popisu je ostalo: {countGuests(guests.length)}. Nije dodano:{' '}
              {countGuests(adding.unsaved.length)}.
            </p>
            <LeftList left={adding.unsaved.map((name) => ({ name, why: '' }))} />
          </div>
        )}
        {outcome && !isTold && <OutcomeNote outcome={outcome} />}
        <GuestList own={own} guests={guests} isOpen={isOpen} />
      </div>
    </div>
  )
}

function Unreadable({ own, contact }: { own: ReturnType<typeof useSponsorList>; contact: string }) {
  const { failure, isReading, refresh } = own
  return (
    <div className="poster-column poster-list">
      <div role={failure ? 'alert' : 'status'} className="max-w-2xl pt-10">
        <p className="poster-sentence text-4xl">{failure?.sentence ?? 'Popis se otvara …'}</p>
        {failure?.more && <p className="mt-3 text-lg">{failure.more}</p>}
        {failure && (
          <p className="mt-5 text-lg">
            Pitanja? Pišite na{' '}
            <a href={`mailto:${contact}`} className="poster-link">
              {contact}
            </a>
            .
          </p>
        )}
        {failure && failure.code !== 'not_found' && (
          <button
            type="button"
            aria-busy={isReading || undefined}
            onClick={() => !isReading && refresh()}
            className="poster-button mt-6 bg-signal text-ink"
          >
            Pokušaj ponovno
          </button>
        )}
      </div>
    </div>
  )
}
