'use client'

import { type ClipboardEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { useTypedBeforeHydration } from '@/components/ui/use-typed-before-hydration'
import { MAX_GUEST_NAME_LENGTH } from '@/db/catalogue/guest-names'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { AddedSponsorGuests } from '@/lib/sponsors/own-list-schema'
import { hasMoreThanName, parsePaste } from '@/lib/sponsors/paste'
import { countGuests } from '@/lib/sponsors/rules'
import { isBlank } from '@/lib/text/clean'
import { foldName } from '@/lib/text/fold'
import {
  isRejected,
  type NewGuest,
  type Refusal,
  type SponsorListState,
  toRefusal,
  useSingleFlight,
} from './use-sponsor-list'

const REASONS = {
  list_closed: 'popis je u međuvremenu zatvoren',
  list_full: 'popis je pun',
  same_name: 'već je na popisu',
}

const { addFailed, closed, full } = SPONSOR_LIST_MESSAGES

/**
 * State of the forms for adding guests: typed name, pasted text, and the outcome. Typed text is
 * never lost.
 */
export function useAdding(listState: SponsorListState) {
  const [name, setName] = useState('')
  const typed = useRef(name)
  const [pasted, setPasted] = useState<string | null>(null)
  const [hasClosedMany, setClosedMany] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { isBusy, runSingle } = useSingleFlight()
  /**
   * Guest whose request got no response. The guest may be on the list, and a retry must not add a
   * second one. `isNamesake` says that a guest of the same name was on the list before.
   */
  const unconfirmed = useRef<{ fullName: string; isNamesake: boolean } | null>(null)
  const listed = new Set(listState.view?.guests.map((guest) => foldName(guest.name)))

  function type(text: string) {
    typed.current = text
    setName(text)
  }

  /**
   * Adds one guest. A retry uses the request for many guests, which skips names that are on the
   * list. The retry of a namesake is the same request with the same Idempotency-Key, because the
   * name alone does not show whether the guest is on the list.
   */
  async function store(fullName: string): Promise<Refusal | undefined> {
    const guest = { name: fullName, email: null }
    const isRetry = unconfirmed.current?.fullName === fullName
    if (isRetry && !unconfirmed.current?.isNamesake)
      return toOutcome(await listState.addMany([guest])).refusal
    if (!isRetry) unconfirmed.current = { fullName, isNamesake: listed.has(foldName(fullName)) }
    await listState.add(guest)
  }

  async function addOne(): Promise<boolean> {
    const sent = typed.current
    // A blank name is ignored (rule 5.9).
    if (isBlank(sent)) return false
    // Several names, or a name with an e-mail address, are shown in the form for many, to be checked
    // there.
    if (hasMoreThanName(sent)) {
      type('')
      setPasted(sent)
      return false
    }
    let isStored = false
    await runSingle(async () => {
      setOutcome(null)
      const list = listState.view?.list
      if (list && list.count >= list.guestCap)
        return setOutcome({
          stored: 0,
          rejected: [],
          refusal: { sentence: full, code: 'list_full' },
        })
      try {
        const refusal = await store(sent)
        unconfirmed.current = null
        if (refusal) return setOutcome({ stored: 0, rejected: [], refusal })
        isStored = true
        // Keeps what the sponsor has typed during the request.
        if (typed.current === sent) type('')
      } catch (error) {
        if (isRejected(error)) unconfirmed.current = null
        setOutcome({ stored: 0, rejected: [], refusal: toRefusal(error, addFailed) })
      }
    })
    return isStored
  }

  const addMany = (guests: NewGuest[], rejected: RejectedGuest[]) =>
    runSingle(async () => {
      setOutcome(null)
      try {
        const added = toOutcome(await listState.addMany(guests))
        setOutcome({ ...added, rejected: [...added.rejected, ...rejected] })
        // Keeps a text that the sponsor has pasted into a form opened during the request.
        setPasted((current) => (current === pasted ? null : current))
      } catch (error) {
        setOutcome({ stored: 0, rejected: [], refusal: toRefusal(error, addFailed) })
      }
    })

  function close() {
    setPasted(null)
    setClosedMany(true)
  }

  const typedNames = pasted === null ? [name.trim()] : parsePaste(pasted).map((guest) => guest.name)

  return {
    single: { name, onName: type, isBusy, onAdd: addOne, takesFocus: hasClosedMany },
    many: { onText: setPasted, isBusy, onAdd: addMany, onClose: close },
    pasted,
    openMany: (text: string) => {
      setOutcome(null)
      setClosedMany(false)
      setPasted(text)
    },
    outcome,
    /** Names that are in the input fields but not on the list. */
    unsaved: typedNames.filter(
      (typedName) => !isBlank(typedName) && !listed.has(foldName(typedName)),
    ),
  }
}

function toOutcome({ stored, guests }: AddedSponsorGuests): Outcome {
  const rejected = guests.flatMap(({ name, reason }) =>
    reason ? { name, reason: REASONS[reason] } : [],
  )
  const hasReason = (reason: keyof typeof REASONS) =>
    guests.some((guest) => guest.reason === reason)
  if (hasReason('list_closed'))
    return { stored, rejected, refusal: { sentence: closed, code: 'list_closed' } }
  if (hasReason('list_full'))
    return { stored, rejected, refusal: { sentence: full, code: 'list_full' } }
  return { stored, rejected }
}

interface Props {
  name: string
  onName: (name: string) => void
  isBusy: boolean
  onAdd: () => Promise<boolean>
  /** Called when several lines are pasted into the field for one name. */
  onPasteMany: (text: string) => void
  isHydrated: boolean
  /** Whether the field takes the focus, because the form for many guests has just been closed. */
  takesFocus: boolean
}

/**
 * Form for one guest (rule 5.7): full name and the button Dodaj. After adding, the field has the
 * focus again.
 */
export function AddGuest(props: Props) {
  const { name, onName, isBusy, onAdd, onPasteMany, isHydrated, takesFocus } = props
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
    if (!/[\r\n]/.test(text.trim()) && !hasMoreThanName(text)) return
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
          maxLength={MAX_GUEST_NAME_LENGTH}
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
        disabled={!isHydrated}
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
  reason: string
}

/** Outcome of adding guests: the number added, and the guests that were not added, with reasons. */
export interface Outcome {
  stored: number
  rejected: RejectedGuest[]
  refusal?: Refusal
}

/**
 * Notice with the outcome of adding guests. A failure interrupts a screen reader, a success does
 * not.
 */
export function OutcomeNote({ outcome }: { outcome: Outcome }) {
  const { stored, rejected, refusal } = outcome
  const note = useRef<HTMLDivElement>(null)
  // If the submitted form has disappeared and its focus is lost, the notice takes the focus.
  useEffect(() => {
    if (document.activeElement === document.body) note.current?.focus()
  }, [])
  const hasProblem = refusal !== undefined || rejected.length > 0
  return (
    <div
      ref={note}
      tabIndex={-1}
      role={hasProblem ? 'alert' : 'status'}
      className="poster-note"
      data-bad={hasProblem || undefined}
    >
      {refusal && <p className="font-bold">{refusal.sentence}</p>}
      {refusal?.more && <p>{refusal.more}</p>}
      {stored > 0 && <p>Na popis je dodano: {countGuests(stored)}.</p>}
      {rejected.length > 0 && (
        <>
          <p>Nije dodano: {countGuests(rejected.length)}.</p>
          <RejectedList rejected={rejected} />
        </>
      )}
    </div>
  )
}

/**
 * List of the guests that were not added. It can take the focus, so that a keyboard can scroll it.
 */
export function RejectedList({ rejected }: { rejected: RejectedGuest[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can reach
      tabIndex={0}
      aria-label="Nije dodano"
      className="mt-1 max-h-56 list-disc overflow-y-auto pl-5"
    >
      {rejected.map(({ name, reason }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two guests may have the same name, and rows never move
        <li key={i} className="break-words">
          <strong>{name}</strong>
          <span>{reason && `: ${reason}`}</span>
        </li>
      ))}
    </ul>
  )
}
