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
import type { RejectedGuest } from './sponsor-list-adding'
import type { NewGuest } from './use-sponsor-list'

const PROBLEM_LABELS: Record<PasteProblem, string> = {
  new: '',
  on_list: 'već je na popisu',
  repeated: 'dvaput u zalijepljenom',
  namesake: 'isto ime, druga adresa',
  too_long: 'ime je predugačko',
  bad_email: 'neispravna e-mail adresa',
  no_name: 'nema imena',
}

const EMPTY = '(prazno)'

const problemLabel = ({ verdict }: ValidatedGuest, isOver: boolean) =>
  isOver ? 'nema mjesta' : PROBLEM_LABELS[verdict]

interface Props {
  text: string
  onText: (text: string) => void
  listed: string[]
  freePlaces: number
  isBusy: boolean
  /** Called with the guests to add, and with the guests that are left out. */
  onAdd: (guests: NewGuest[], rejected: RejectedGuest[]) => void
  onClose: () => void
}

/**
 * Form for many guests: shows a preview of pasted lines before they are stored. Never adds more
 * guests than the guest cap allows.
 */
export function AddMany({ text, onText, listed, freePlaces, isBusy, onAdd, onClose }: Props) {
  const id = useId()
  const [confirmedKeys, setConfirmedKeys] = useState<ReadonlySet<string>>(new Set())
  const validated = validatePaste(parsePaste(text), listed)
  const chosen = validated.filter(
    ({ verdict, key }) => verdict === 'new' || (canBeAdded(verdict) && confirmedKeys.has(key)),
  )
  const accepted = chosen.slice(0, freePlaces)
  const acceptedKeys = new Set(accepted.map(({ key }) => key))
  const excess = chosen.length - accepted.length

  function toggle(key: string) {
    const next = new Set(confirmedKeys)
    if (!next.delete(key)) next.add(key)
    setConfirmedKeys(next)
  }

  const isOver = (guest: ValidatedGuest) => chosen.includes(guest) && !acceptedKeys.has(guest.key)
  const isLeftOut = ({ verdict, key }: ValidatedGuest) =>
    !canBeAdded(verdict) || (verdict === 'namesake' && !confirmedKeys.has(key))
  // Guests to report as not added. Names that are already on the list, or are in the paste twice,
  // are not reported.
  const rejected = validated
    .filter((guest) => isOver(guest) || isLeftOut(guest))
    .map((guest) => ({ name: guest.name || EMPTY, reason: problemLabel(guest, isOver(guest)) }))

  const add = () =>
    onAdd(
      accepted.map(({ name, email, key }) => ({ name, email, again: confirmedKeys.has(key) })),
      rejected,
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
        // The form closes after the request, so text typed meanwhile would be lost.
        readOnly={isBusy}
        rows={5}
        spellCheck={false}
        className="poster-input py-2"
      />
      {validated.length > 0 && (
        <>
          <p role="status" className="mt-4 font-bold">
            {summary(validated, accepted.length, excess)}
          </p>
          <ol
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can reach
            tabIndex={0}
            aria-label="Pregled"
            className="poster-list-preview"
          >
            {validated.map((guest) => (
              <PreviewLine
                key={guest.key}
                guest={guest}
                isOver={isOver(guest)}
                isConfirmed={confirmedKeys.has(guest.key)}
                onToggle={() => toggle(guest.key)}
              />
            ))}
          </ol>
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          disabled={accepted.length === 0}
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => !isBusy && add()}
          className="poster-button bg-ink text-paper"
        >
          {isBusy && <Spinner />}
          <span>{accepted.length > 0 ? `Dodaj ${countGuests(accepted.length)}` : 'Dodaj sve'}</span>
        </button>
        <button type="button" onClick={onClose} className="poster-quiet-button">
          Odustani
        </button>
      </div>
    </section>
  )
}

function summary(validated: ValidatedGuest[], accepted: number, excess: number): string {
  const skipped = validated.length - accepted - excess
  const parts = [`Za dodavanje: ${countGuests(accepted)}.`]
  if (skipped > 0) parts.push(`Preskače se: ${skipped}.`)
  if (excess > 0) parts.push(`Ne stane ih još ${excess}: popis je tada pun.`)
  return parts.join(' ')
}

interface LineProps {
  guest: ValidatedGuest
  /** Whether the guest exceeds the guest cap. */
  isOver: boolean
  isConfirmed: boolean
  onToggle: () => void
}

function PreviewLine({ guest, isOver, isConfirmed, onToggle }: LineProps) {
  const { name, email, verdict } = guest
  const isSame = canBeAdded(verdict) && verdict !== 'new'
  const label = problemLabel(guest, isOver)
  const isOut = isOver || (verdict !== 'new' && !isConfirmed)
  return (
    <li data-out={isOut || undefined}>
      <span className="min-w-0 flex-1 basis-44 break-words">
        <span className={isOut ? 'line-through' : 'font-semibold'}>{name || EMPTY}</span>
        {email && <span className="block text-sm break-all">{email}</span>}
      </span>
      {label && <span className="poster-tag">{label}</span>}
      {isSame && (
        <label className="poster-list-again">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={onToggle}
            aria-label={`Dodaj svejedno: ${name}`}
          />
          svejedno
        </label>
      )}
    </li>
  )
}
