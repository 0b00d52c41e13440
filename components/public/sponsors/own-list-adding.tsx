'use client'

import { type ClipboardEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { useTypedBeforeHydration } from '@/components/ui/use-typed-before-hydration'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { AddedSponsorGuests } from '@/lib/sponsors/own-list-schema'
import { parsePaste } from '@/lib/sponsors/paste'
import { countGuests, MAX_NAME_LENGTH } from '@/lib/sponsors/rules'
import { foldName } from '@/lib/text/fold'
import {
  isAnswer,
  type NewGuest,
  type Refusal,
  refusalOf,
  type SponsorListState,
  useSingleFlight,
} from './use-own-list'

const WHY = {
  list_closed: 'popis je u međuvremenu zatvoren',
  list_full: 'popis je pun',
  same_name: 'već je na popisu',
}

const { addFailed, closed, full } = SPONSOR_LIST_MESSAGES

/**
 * State of the forms for adding guests: typed name, pasted text, and the outcome. Typed text is
 * never lost.
 */
export function useAdding(own: SponsorListState) {
  const [name, setName] = useState('')
  const typed = useRef(name)
  const [pasted, setPasted] = useState<string | null>(null)
  const [isBack, setBack] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { isBusy, once } = useSingleFlight()
  /**
   * Name whose request got no response. The guest may be on the list, and a retry must not add a
   * second one.
   */
  const unsure = useRef<string | null>(null)

  function type(text: string) {
    typed.current = text
    setName(text)
  }

  /**
   * Adds one guest. A retry uses the request for many guests, which skips names that are on the
   * list.
   */
  async function store(fullName: string): Promise<Refusal | undefined> {
    const guest = { name: fullName, email: null }
    if (unsure.current === fullName) return toOutcome(await own.addMany([guest])).refusal
    await own.add(guest)
  }

  async function addOne(): Promise<boolean> {
    const sent = typed.current
    // A blank name is ignored (rule 5.9).
    if (sent.trim() === '') return false
    // Several names in the field for one guest are shown in the form for many, to be checked there.
    if (parsePaste(sent).length > 1) {
      type('')
      setPasted(sent)
      return false
    }
    let isStored = false
    await once(async () => {
      setOutcome(null)
      const list = own.whole?.list
      if (list && list.count >= list.guestCap)
        return setOutcome({ stored: 0, left: [], refusal: { sentence: full, code: 'list_full' } })
      try {
        const refusal = await store(sent)
        unsure.current = null
        if (refusal) return setOutcome({ stored: 0, left: [], refusal })
        isStored = true
        // Keeps what the sponsor has typed during the request.
        if (typed.current === sent) type('')
      } catch (error) {
        unsure.current = isAnswer(error) ? null : sent
        setOutcome({ stored: 0, left: [], refusal: refusalOf(error, addFailed) })
      }
    })
    return isStored
  }

  const addMany = (guests: NewGuest[], left: RejectedGuest[]) =>
    once(async () => {
      setOutcome(null)
      try {
        const came = toOutcome(await own.addMany(guests))
        setOutcome({ ...came, left: [...came.left, ...left] })
        setPasted(null)
      } catch (error) {
        setOutcome({ stored: 0, left: [], refusal: refusalOf(error, addFailed) })
      }
    })

  function close() {
    setPasted(null)
    setBack(true)
  }

  const typedNames = pasted === null ? [name.trim()] : parsePaste(pasted).map((guest) => guest.name)
  const listed = new Set(own.whole?.guests.map((guest) => foldName(guest.name)))

  return {
    single: { name, onName: type, isBusy, onAdd: addOne, takesFocus: isBack },
    many: { onText: setPasted, isBusy, onAdd: addMany, onClose: close },
    pasted,
    openMany: (text: string) => {
      setOutcome(null)
      setBack(false)
      setPasted(text)
    },
    outcome,
    /** Names that are in the input fields but not on the list. */
    unsaved: typedNames.filter((one) => one !== '' && !listed.has(foldName(one))),
  }
}

function toOutcome({ stored, guests }: AddedSponsorGuests): Outcome {
  const left = guests.flatMap(({ name, reason }) => (reason ? { name, why: WHY[reason] } : []))
  const hasReason = (reason: keyof typeof WHY) => guests.some((guest) => guest.reason === reason)
  if (hasReason('list_closed'))
    return { stored, left, refusal: { sentence: closed, code: 'list_closed' } }
  if (hasReason('list_full'))
    return { stored, left, refusal: { sentence: full, code: 'list_full' } }
  return { stored, left }
}

interface Props {
  name: string
  onName: (name: string) => void
  isBusy: boolean
  onAdd: () => Promise<boolean>
  /** Called when several lines are pasted into the field for one name. */
  onPasteMany: (text: string) => void
  isAwake: boolean
  /** Whether the field takes the focus, because the form for many guests has just been closed. */
  takesFocus: boolean
}

/**
 * Form for one guest (rule 5.7): full name and the button Dodaj. After adding, the field has the
 * focus again.
 */
export function AddGuest(props: Props) {
  const { name, onName, isBusy, onAdd, onPasteMany, isAwake, takesFocus } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useTypedBeforeHydration(field, name, onName)

  async function submit(event: FormEvent) {
    event.preventDefault()
    await onAdd()
    field.current?.focus()
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (!/[\r\n@]/.test(text.trim()) && parsePaste(text).length < 2) return
    event.preventDefault()
    onPasteMany(text)
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Dodavanje gosta" className="poster-list-add">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-semibold">
          Ime i prezime
        </label>
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: keeps the on-screen keyboard open after the other form
          autoFocus={takesFocus}
          id={id}
          value={name}
          onChange={(event) => onName(event.target.value)}
          onPaste={paste}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="done"
          className="poster-input"
        />
      </div>
      <button
        type="submit"
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        disabled={!isAwake}
        className="poster-button bg-ink text-paper"
      >
        {isBusy && <Spinner />}
        <span>Dodaj</span>
      </button>
    </form>
  )
}

/** A guest that was not added, and the reason. */
export interface RejectedGuest {
  name: string
  why: string
}

/** Outcome of adding guests: the number added, and the guests that were not added, with reasons. */
export interface Outcome {
  stored: number
  left: RejectedGuest[]
  refusal?: Refusal
}

/**
 * Notice with the outcome of adding guests. A failure interrupts a screen reader, a success does
 * not.
 */
export function OutcomeNote({ outcome }: { outcome: Outcome }) {
  const { stored, left, refusal } = outcome
  const note = useRef<HTMLDivElement>(null)
  // If the submitted form has disappeared and its focus is lost, the notice takes the focus.
  useEffect(() => {
    if (document.activeElement === document.body) note.current?.focus()
  }, [])
  const isBad = refusal !== undefined || left.length > 0
  return (
    <div
      ref={note}
      tabIndex={-1}
      role={isBad ? 'alert' : 'status'}
      className="poster-note"
      data-bad={isBad || undefined}
    >
      {refusal && <p className="font-bold">{refusal.sentence}</p>}
      {refusal?.more && <p>{refusal.more}</p>}
      {stored > 0 && <p>Na popis je dodano: {countGuests(stored)}.</p>}
      {left.length > 0 && (
        <>
          <p>Nije dodano: {countGuests(left.length)}.</p>
          <RejectedList left={left} />
        </>
      )}
    </div>
  )
}

/**
 * List of the guests that were not added. It can take the focus, so that a keyboard can scroll it.
 */
export function RejectedList({ left }: { left: RejectedGuest[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can reach
      tabIndex={0}
      aria-label="Nije dodano"
      className="mt-1 max-h-56 list-disc overflow-y-auto pl-5"
    >
      {left.map(({ name, why }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two guests may have the same name, and rows never move
        <li key={i} className="break-words">
          <strong>{name}</strong>
          <span>{why && `: ${why}`}</span>
        </li>
      ))}
    </ul>
  )
}
