'use client'

import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { moveFocus, onEnter } from '@/components/ui/keys'
import { Notice } from '@/components/ui/notice'
import { useTypedBeforeHydration } from '@/components/ui/use-typed-before-hydration'
import { DESK_MESSAGES, JMBAG_LENGTH } from '@/lib/guests/rules'
import { HasTicket, NamedList, Unlisted } from './desk-results'
import type { Desk } from './use-desk'

/** Search box of the desk for a JMBAG or a name, and the result of the search. */
export function DeskSearch({
  desk,
  inputRef,
}: {
  desk: Desk
  inputRef: RefObject<HTMLInputElement | null>
}) {
  const { text, searching, guest, named, saving } = desk.state
  const list = useRef<HTMLUListElement>(null)
  /** Whether a phone shows the keyboard with letters. By default it shows digits only. */
  const [isByName, setByName] = useState(false)
  useTypedBeforeHydration(inputRef, text, desk.type)

  function onKeyDown(event: KeyboardEvent) {
    onEnter(desk.enter)(event)
    if (event.key === 'ArrowDown') moveFocus(list.current, event)
  }

  return (
    <search aria-label="Brucoši">
      <div className="mb-1 flex items-center justify-between gap-3">
        <label htmlFor="jmbag" className="text-sm font-semibold">
          JMBAG
        </label>
        <button
          type="button"
          onClick={() => {
            setByName(!isByName)
            inputRef.current?.focus()
          }}
          className="-my-2 min-h-11 rounded-md px-2 text-sm font-semibold underline pointer-fine:hidden"
        >
          {isByName ? 'Traži po JMBAG-u' : 'Traži po imenu'}
        </button>
      </div>
      <div className="flex gap-2">
        <span className="relative min-w-0 grow">
          <input
            id="jmbag"
            ref={inputRef}
            value={text}
            onChange={(event) => desk.type(event.target.value)}
            onKeyDown={onKeyDown}
            readOnly={saving !== null}
            inputMode={isByName ? 'text' : 'numeric'}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            placeholder="0036"
            className="h-14 w-full min-w-0 rounded-md border border-edge-2 bg-panel px-4 text-2xl font-semibold tracking-wider tabular-nums placeholder:font-normal placeholder:text-muted/60"
          />
          <DigitCounter text={text} searching={searching} />
        </span>
        <Button
          look={guest ? 'quiet' : 'primary'}
          pending={searching}
          disabled={text === ''}
          onClick={desk.searchNow}
          className="h-14 w-30 shrink-0"
        >
          {!searching && <Search aria-hidden="true" className="size-5" />}
          <span>Traži</span>
        </Button>
      </div>
      <div className="my-3 min-h-13">
        <SearchResult desk={desk} />
        <NamedList named={named} list={list} onChoose={desk.choose} />
        <Unlisted desk={desk} />
      </div>
    </search>
  )
}

/** The result of the search, or the reason why there is none. */
function SearchResult({ desk }: { desk: Desk }) {
  const { text, isSearched, message, guest, soldBy, name, surname, named, unlisted, dialog } =
    desk.state
  // After a sale its dialog reports the ticket, so the warning is hidden.
  const hasTicket = guest?.bought === '1' && dialog !== 'sold'
  const isPart = message?.text === DESK_MESSAGES.none && text.length < JMBAG_LENGTH
  return (
    <>
      {hasTicket && <HasTicket soldAt={guest.boughtTicketTime} soldBy={soldBy} />}
      {message && (
        <Notice tone={message.tone} className={hasTicket ? 'mt-2 py-2 text-sm' : undefined}>
          <p>{message.text}</p>
          {named.length > 0 && (
            <p className="text-sm text-muted max-md:hidden">
              <kbd>↓</kbd> <kbd>Enter</kbd> odabire
            </p>
          )}
          {message.more && <p className="text-sm text-muted">{message.more}</p>}
          {isPart && isSearched && unlisted.length === 0 && (
            <p className="text-sm text-muted">{DESK_MESSAGES.noneWhole}</p>
          )}
        </Notice>
      )}
      {!message && (
        <p role="status" className="px-1 py-3 text-sm text-muted">
          <span>{text === '' && 'Upišite JMBAG ili dio njega, ili barem 3 slova imena.'}</span>
          <span>{guest && !hasTicket && `Pronađen: ${guest.jmbag} ${name} ${surname}`}</span>
        </p>
      )}
    </>
  )
}

/**
 * Shows how many digits of the JMBAG are typed, as a number and a bar. Every digit thus has a
 * visible effect, even without a message.
 */
function DigitCounter({ text, searching }: { text: string; searching: boolean }) {
  if (!/^\d+$/.test(text)) return null
  const digits = text.length
  const isTooLong = digits > JMBAG_LENGTH
  return (
    <span aria-hidden="true" className="pointer-events-none">
      <span
        className={`absolute top-1 right-2 text-xs tabular-nums ${isTooLong ? 'font-bold text-stop' : 'text-muted'}`}
      >
        {digits}/{JMBAG_LENGTH}
      </span>
      <span
        className={`absolute bottom-0 left-0 h-1 rounded-b-md transition-[width] motion-reduce:transition-none ${isTooLong ? 'bg-stop' : 'bg-accent'} ${searching ? 'animate-pulse' : ''}`}
        style={{ width: `${Math.min(digits / JMBAG_LENGTH, 1) * 100}%` }}
      />
    </span>
  )
}
