'use client'

import { CircleCheck, Search } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { onEnter } from '@/components/ui/keys'
import { Notice } from '@/components/ui/notice'
import { useTypedBefore } from '@/components/ui/use-typed-before'
import { JMBAG_LENGTH } from '@/lib/guests/rules'
import { formatDateTime } from '@/lib/time'
import type { Desk } from './desk-state'

/** The JMBAG box and what its search has to say. */
export function DeskSearch({
  desk,
  inputRef,
}: {
  desk: Desk
  inputRef: RefObject<HTMLInputElement | null>
}) {
  const { jmbag, searching, message, guest, name, surname, saving } = desk.state
  useTypedBefore(inputRef, jmbag, desk.type)
  return (
    <search aria-label="Brucoši">
      <label htmlFor="jmbag" className="mb-1 block text-sm font-semibold">
        JMBAG
      </label>
      <div className="flex gap-2">
        <span className="relative min-w-0 grow">
          <input
            id="jmbag"
            ref={inputRef}
            value={jmbag}
            onChange={(event) => desk.type(event.target.value)}
            onKeyDown={onEnter(desk.enter)}
            readOnly={saving !== null}
            inputMode="numeric"
            enterKeyHint="search"
            autoComplete="off"
            placeholder="0036"
            className="h-14 w-full min-w-0 rounded-md border border-edge-2 bg-panel px-4 text-2xl font-semibold tracking-wider tabular-nums placeholder:font-normal placeholder:text-muted/60"
          />
          <HowFar digits={jmbag.length} searching={searching} />
        </span>
        <Button
          look={guest ? 'quiet' : 'primary'}
          pending={searching}
          disabled={jmbag === ''}
          onClick={desk.searchNow}
          className="h-14 w-30 shrink-0"
        >
          {!searching && <Search aria-hidden="true" className="size-5" />}
          Traži
        </Button>
      </div>
      <div className="my-3 min-h-13">
        {guest?.bought === '1' && <Bought at={guest.boughtTicketTime} />}
        {message && (
          <Notice
            tone={message.tone}
            className={guest?.bought === '1' ? 'mt-2 py-2 text-sm' : undefined}
          >
            <p>{message.text}</p>
            {message.more && <p className="text-sm text-muted">{message.more}</p>}
          </Notice>
        )}
        {!message && (
          <p role="status" className="px-1 py-3 text-sm text-muted">
            {jmbag === '' && 'Upišite JMBAG ili dio njega.'}
            {guest && `Pronađen: ${guest.jmbag} ${name} ${surname}`}
          </p>
        )}
      </div>
    </search>
  )
}

/** How much of a JMBAG stands there: the field stirs with each digit, also where nothing is said. */
function HowFar({ digits, searching }: { digits: number; searching: boolean }) {
  if (digits === 0) return null
  return (
    <span aria-hidden="true" className="pointer-events-none">
      <span className="absolute top-1 right-2 text-xs text-muted tabular-nums">
        {digits}/{JMBAG_LENGTH}
      </span>
      <span
        className={`absolute bottom-0 left-0 h-1 rounded-b-md bg-accent transition-[width] motion-reduce:transition-none ${searching ? 'animate-pulse' : ''}`}
        style={{ width: `${(digits / JMBAG_LENGTH) * 100}%` }}
      />
    </span>
  )
}

/** Whoever has a ticket needs nothing more here, whatever else there is to say. */
function Bought({ at }: { at: string | null }) {
  return (
    <p
      role="status"
      className="flex items-center gap-3 rounded-md border-2 border-go bg-panel px-4 py-3 text-xl font-bold"
    >
      <CircleCheck aria-hidden="true" className="size-8 shrink-0 text-go" />
      <span>
        Karta je kupljena
        {at && <span className="block text-sm font-normal text-muted">{formatDateTime(at)}</span>}
      </span>
    </p>
  )
}
