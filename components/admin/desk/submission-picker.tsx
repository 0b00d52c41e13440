'use client'

import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { ignoreRepeat } from '@/components/ui/keys'
import { DESK_MESSAGES } from '@/lib/guests/rules'
import type { SignupChoice } from '@/lib/guests/schema'
import { formatDateTime } from '@/lib/time'

interface Props {
  open: boolean
  jmbag: string
  choices: SignupChoice[]
  onPick: (choice: SignupChoice) => void
  onClose: () => void
  focusAfter: RefObject<HTMLElement | null>
}

/** Several people signed up with one JMBAG: which of them stands at the desk? */
export function SubmissionPicker({ open, jmbag, choices, onPick, onClose, focusAfter }: Props) {
  const list = useRef<HTMLUListElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    if (!step || buttons.length === 0) return
    event.preventDefault()
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons.at((at + step) % buttons.length)?.focus()
  }

  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Odaberite prijavu"
      focusFirst={first}
      focusAfter={focusAfter}
    >
      <p className="mb-4 text-muted">
        {DESK_MESSAGES.choose(choices.length)} JMBAG <span className="tabular-nums">{jmbag}</span>
      </p>
      <ul
        ref={list}
        onKeyDown={onKeyDown}
        className="divide-y divide-edge overflow-hidden rounded-lg border border-edge"
      >
        {choices.map((choice, i) => (
          <li key={choice.id}>
            <button
              ref={i === 0 ? first : undefined}
              type="button"
              onClick={() => onPick(choice)}
              onKeyDown={ignoreRepeat}
              className="block min-h-16 w-full px-4 py-2 text-left -outline-offset-3 hover:bg-panel-2 focus-visible:bg-panel-2"
            >
              <span className="block text-lg font-semibold">
                {choice.name} {choice.surname}
              </span>
              <span className="block text-sm break-words text-muted">
                {choice.email} · {formatDateTime(choice.submitted_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
