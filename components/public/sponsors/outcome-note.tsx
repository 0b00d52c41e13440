'use client'

import { useEffect, useRef } from 'react'
import { countGuests } from '@/lib/sponsors/rules'
import type { Refusal } from './use-sponsor-list'

/** Somebody who is not on the list, and why. */
export interface Left {
  name: string
  why: string
}

/** What came of adding: how many are on the list, who is not and why. */
export interface Outcome {
  stored: number
  left: Left[]
  refusal?: Refusal
}

/** Tells it where it happened; what went wrong interrupts a screen reader. */
export function OutcomeNote({ outcome }: { outcome: Outcome }) {
  const { stored, left, refusal } = outcome
  const note = useRef<HTMLDivElement>(null)
  // The form that was pressed may be gone by now; the keyboard then goes on from here.
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
          <LeftList left={left} />
        </>
      )}
    </div>
  )
}

/** Who is not on the list, name by name; it scrolls, so the keyboard can go there. */
export function LeftList({ left }: { left: Left[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can reach
      tabIndex={0}
      aria-label="Nije dodano"
      className="mt-1 max-h-56 list-disc overflow-y-auto pl-5"
    >
      {left.map(({ name, why }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may bear one name, and none moves
        <li key={i} className="break-words">
          <strong>{name}</strong>
          {why && `: ${why}`}
        </li>
      ))}
    </ul>
  )
}
