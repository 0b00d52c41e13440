'use client'

import '../poster/form.css'
import '../poster/sponsor-list.css'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { FittedType } from '@/components/public/fitted-type'
import { useIsHydrated } from '@/components/ui/use-is-hydrated'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { SponsorList } from '@/lib/sponsors/own-list-schema'
import { countGuests } from '@/lib/sponsors/rules'
import { formatDateTime } from '@/lib/time/zagreb'
import { timeLeft } from '@/lib/visibility/rules'
import { AddGuest, OutcomeNote, RejectedList, useAdding } from './sponsor-list-adding'
import { GuestList } from './sponsor-list-guests'
import { AddMany } from './sponsor-list-paste'
import { type SponsorListView, useSponsorList } from './use-sponsor-list'

interface Props {
  slug: string
  /** The list as the server has read it; null if reading has failed. */
  initial: SponsorListView | null
  /** E-mail address for questions of sponsors; empty if none is set. */
  contact: string
}

/** Page `/sponzori/{slug}`: the guest list that a sponsor keeps (rule 5.7). */
export function SponsorListScreen({ slug, initial, contact }: Props) {
  const listState = useSponsorList(slug, initial)
  const adding = useAdding(listState)
  const isHydrated = useIsHydrated()
  const { view, failure } = listState

  if (!view || failure?.code === 'not_found')
    return <Unreadable listState={listState} contact={contact} />
  const { list, guests } = view
  const isOpen = list.guestsEnabled !== '0'
  const freePlaces = Math.max(0, list.guestCap - list.count)
  const hasUnsavedNames = !isOpen && adding.unsaved.length > 0
  const { outcome } = adding
  // A notice about names that came too late already says that the list is closed.
  const isReported =
    hasUnsavedNames && outcome?.refusal?.code === 'list_closed' && outcome.rejected.length === 0

  return (
    <div className="poster-column poster-list">
      <header>
        <p className="poster-type text-2xl text-ember">Popis gostiju</p>
        <h1 className="mt-3 lg:mt-6">
          <FittedType text={list.name} className="poster-list-name" />
        </h1>
        <ListSummary list={list} onDeadline={listState.refresh} />
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
              aria-busy={listState.isReading || undefined}
              onClick={() => !listState.isReading && listState.refresh()}
              className="poster-small-button mt-2"
            >
              Pokušaj ponovno
            </button>
          </div>
        )}
        {isOpen &&
          (adding.pasted === null ? (
            <>
              <AddGuest {...adding.single} isHydrated={isHydrated} onPasteMany={adding.openMany} />
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
              freePlaces={freePlaces}
            />
          ))}
        {hasUnsavedNames && (
          <div role="alert" className="poster-note" data-bad>
            <p className="font-bold">Popis se zatvorio dok ste upisivali.</p>
            <p>
              Na popisu je ostalo: {countGuests(guests.length)}. Nije dodano:{' '}
              {countGuests(adding.unsaved.length)}.
            </p>
            <RejectedList rejected={adding.unsaved.map((name) => ({ name, reason: '' }))} />
          </div>
        )}
        {outcome && !isReported && <OutcomeNote outcome={outcome} />}
        <GuestList listState={listState} guests={guests} isOpen={isOpen} />
      </div>
    </div>
  )
}

function Unreadable(props: { listState: ReturnType<typeof useSponsorList>; contact: string }) {
  const { listState, contact } = props
  const { failure, isReading, refresh } = listState
  return (
    <div className="poster-column poster-list">
      <div role={failure ? 'alert' : 'status'} className="max-w-2xl pt-10">
        <p className="poster-sentence text-4xl">{failure?.sentence ?? 'Popis se otvara …'}</p>
        {failure?.more && <p className="mt-3 text-lg">{failure.more}</p>}
        {failure && contact && (
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

/** Placeholder shown while the sponsor list loads. */
export function SponsorListLoading() {
  return (
    <div className="poster-column poster-list min-h-svh content-start">
      <p role="status" className="poster-sentence pt-10 text-3xl text-paper-2">
        Popis se otvara …
      </p>
    </div>
  )
}

interface ListSummaryProps {
  list: SponsorList
  onDeadline: () => void
}

/**
 * Figures of the list: guest cap, guests on the list, guests who have come or places left. Also
 * says until when the list is open.
 */
function ListSummary({ list, onDeadline }: ListSummaryProps) {
  const isClosed = list.guestsEnabled === '0'
  const hasStarted = isClosed || list.entered > 0
  return (
    <>
      <dl className="poster-list-figures">
        <Figure label="Ograničenje" value={list.guestCap} />
        <Figure label="Broj unesenih" value={list.count} isLoud={!hasStarted} />
        {hasStarted ? (
          <Figure label="Stiglo" value={list.entered} isLoud />
        ) : (
          <Figure label="Još mjesta" value={Math.max(0, list.guestCap - list.count)} />
        )}
      </dl>
      {isClosed ? (
        <p className="poster-list-closed">{SPONSOR_LIST_MESSAGES.closed}</p>
      ) : list.deadline ? (
        <TimeLeft deadline={list.deadline} now={list.now} onEnd={onDeadline} />
      ) : (
        <p className="text-lg text-paper-2">Popis je otvoren, bez roka.</p>
      )}
    </>
  )
}

function Figure({ label, value, isLoud }: { label: string; value: number; isLoud?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isLoud ? 'text-signal' : undefined}>{value}</dd>
    </div>
  )
}

/** Shown until hydration, because the HTML of the server does not contain the current time. */
const UNKNOWN = { days: '--', hours: '--', minutes: '--', seconds: '--' }
const NOTHING = { days: '00', hours: '00', minutes: '00', seconds: '00' }

function TimeLeft(props: { deadline: string; now: string; onEnd: () => void }) {
  const { deadline, now, onEnd } = props
  const clock = useServerClock(now)
  const left = clock && timeLeft(new Date(deadline), clock)
  const { days, hours, minutes, seconds } = left ?? (clock ? NOTHING : UNKNOWN)
  const isOver = clock !== null && left === null
  const notifiedAt = useRef<string | null>(null)
  useEffect(() => {
    if (!isOver || notifiedAt.current === now) return
    notifiedAt.current = now
    onEnd()
  }, [isOver, now, onEnd])
  return (
    <div className="poster-list-time">
      <p>
        Popis se zatvara <time dateTime={deadline}>{formatDateTime(deadline)}</time>
      </p>
      <p role="timer" aria-label="Do zatvaranja popisa" className="poster-type tabular-nums">
        {`${days} d ${hours} : ${minutes} : ${seconds}`}
      </p>
    </div>
  )
}

const tick = (changed: () => void) => {
  const timer = setInterval(changed, 250)
  return () => clearInterval(timer)
}
const second = () => Math.floor(Date.now() / 1000)
const none = () => null

/** Returns the time by the server's clock, updated each second; null until hydration. */
function useServerClock(serverNow: string): Date | null {
  const [skew, setSkew] = useState(0)
  useEffect(() => setSkew(new Date(serverNow).getTime() - Date.now()), [serverNow])
  const at = useSyncExternalStore<number | null>(tick, second, none)
  return at === null ? null : new Date(at * 1000 + skew)
}
