'use client'

import { Search } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { onEnter } from '@/components/ui/keys'
import { Notice } from '@/components/ui/notice'
import { useTypedBefore } from '@/components/ui/use-typed-before'
import type { Desk } from './use-desk'

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
        {message && (
          <Notice tone={message.tone}>
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
