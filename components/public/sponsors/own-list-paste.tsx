'use client'

import { useId, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import {
  canBeAdded,
  type PasteProblem,
  parsePaste,
  type ValidatedGuest,
  validatePaste,
} from '@/lib/sponsors/paste'
import { countGuests } from '@/lib/sponsors/rules'
import type { RejectedGuest } from './own-list-adding'
import type { NewGuest } from './use-own-list'

const WORDS: Record<PasteProblem, string> = {
  new: '',
  on_list: 'već je na popisu',
  repeated: 'dvaput u zalijepljenom',
  namesake: 'isto ime, druga adresa',
  too_long: 'ime je predugačko',
  bad_email: 'neispravna e-mail adresa',
  no_name: 'nema imena',
}

const EMPTY = '(prazno)'

const wordOf = ({ verdict }: ValidatedGuest, isOver: boolean) =>
  isOver ? 'nema mjesta' : WORDS[verdict]

interface Props {
  text: string
  onText: (text: string) => void
  listed: string[]
  room: number
  isBusy: boolean
  /** Called with the guests to add, and with the guests that are left out. */
  onAdd: (guests: NewGuest[], left: RejectedGuest[]) => void
  onClose: () => void
}

/**
 * Form for many guests: shows a preview of pasted lines before they are stored. Never adds more
 * guests than the guest cap allows.
 */
export function AddMany({ text, onText, listed, room, isBusy, onAdd, onClose }: Props) {
  const id = useId()
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const judged = validatePaste(parsePaste(text), listed)
  const chosen = judged.filter(
    ({ verdict, key }) => verdict === 'new' || (canBeAdded(verdict) && wanted.has(key)),
  )
  const fitting = chosen.slice(0, room)
  const within = new Set(fitting.map(({ key }) => key))
  const over = chosen.length - fitting.length

  function toggle(key: string) {
    const next = new Set(wanted)
    if (!next.delete(key)) next.add(key)
    setWanted(next)
  }

  const isOver = (guest: ValidatedGuest) => chosen.includes(guest) && !within.has(guest.key)
  const isLeftOut = ({ verdict, key }: ValidatedGuest) =>
    !canBeAdded(verdict) || (verdict === 'namesake' && !wanted.has(key))
  // Guests to report as not added. Names that are already on the list, or are in the paste twice,
  // are not reported.
  const left = judged
    .filter((guest) => isOver(guest) || isLeftOut(guest))
    .map((guest) => ({ name: guest.name || EMPTY, why: wordOf(guest, isOver(guest)) }))

  const add = () =>
    onAdd(
      fitting.map(({ name, email, key }) => ({ name, email, again: wanted.has(key) })),
      left,
    )

  return (
    <section aria-label="Dodavanje više gostiju" className="poster-list-many">
      <label htmlFor={id} className="block font-semibold">
        Više gostiju odjednom
      </label>
      <p id={`${id}-hint`} className="mt-0.5 text-base">
        Zalijepite popis: svaki gost u svom redu, stupce iz tablice (ime, prezime, e-mail ako ga
        imate) ili primatelje iz maila.
      </p>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the sponsor has just opened this field
        autoFocus
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={(event) => onText(event.target.value)}
        rows={5}
        spellCheck={false}
        className="poster-input py-2"
      />
      {judged.length > 0 && (
        <>
          <p role="status" className="mt-4 font-bold">
            {summary(judged, fitting.length, over)}
          </p>
          <ol
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can reach
            tabIndex={0}
            aria-label="Pregled"
            className="poster-list-preview"
          >
            {judged.map((guest) => (
              <PreviewLine
                key={guest.key}
                guest={guest}
                isOver={isOver(guest)}
                isWanted={wanted.has(guest.key)}
                onToggle={() => toggle(guest.key)}
              />
            ))}
          </ol>
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          disabled={fitting.length === 0}
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => !isBusy && add()}
          className="poster-button bg-ink text-paper"
        >
          {isBusy && <Spinner />}
          <span>{fitting.length > 0 ? `Dodaj ${countGuests(fitting.length)}` : 'Dodaj sve'}</span>
        </button>
        <button type="button" onClick={onClose} className="poster-quiet-button">
          Odustani
        </button>
      </div>
    </section>
  )
}

function summary(judged: ValidatedGuest[], fitting: number, over: number): string {
  const passed = judged.length - fitting - over
  const parts = [`Za dodavanje: ${countGuests(fitting)}.`]
  if (passed > 0) parts.push(`Preskače se: ${passed}.`)
  if (over > 0) parts.push(`Ne stane ih još ${over}: popis je tada pun.`)
  return parts.join(' ')
}

interface LineProps {
  guest: ValidatedGuest
  /** Whether the guest exceeds the guest cap. */
  isOver: boolean
  isWanted: boolean
  onToggle: () => void
}

function PreviewLine({ guest, isOver, isWanted, onToggle }: LineProps) {
  const { name, email, verdict } = guest
  const isSame = canBeAdded(verdict) && verdict !== 'new'
  const word = wordOf(guest, isOver)
  const isOut = isOver || (verdict !== 'new' && !isWanted)
  return (
    <li data-out={isOut || undefined}>
      <span className="min-w-0 flex-1 basis-44 break-words">
        <span className={isOut ? 'line-through' : 'font-semibold'}>{name || EMPTY}</span>
        {email && <span className="block text-sm break-all">{email}</span>}
      </span>
      {word && <span className="poster-tag">{word}</span>}
      {isSame && (
        <label className="poster-list-again">
          <input
            type="checkbox"
            checked={isWanted}
            onChange={onToggle}
            aria-label={`Dodaj svejedno: ${name}`}
          />
          svejedno
        </label>
      )}
    </li>
  )
}
