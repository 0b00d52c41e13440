'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { ignoreRepeat, moveFocus } from '@/components/ui/keys'
import { DESK_MESSAGES } from '@/lib/guests/rules'
import type { SignupChoice } from '@/lib/guests/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import { choiceByKey, letterOf, MODIFIERS } from './desk-keys'

interface Props {
  open: boolean
  jmbag: string
  /** E-mail address on the guest list. A sign-up with the same address is marked. */
  email: string | null
  choices: SignupChoice[]
  onPick: (choice: SignupChoice) => void
  onClose: () => void
  focusAfter: RefObject<HTMLElement | null>
}

/**
 * Dialog for several sign-ups with one JMBAG (rule 3.4). Nothing is preselected, so that an early
 * Enter cannot choose a name that the seller has not read.
 */
export function SignupPicker(props: Props) {
  const { open, jmbag, email, choices, onPick, onClose, focusAfter } = props
  const list = useRef<HTMLUListElement>(null)
  const pause = useKeyPause()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Odaberite prijavu"
      focusFirst={list}
      focusAfter={focusAfter}
    >
      <PickerKeys list={list} pause={pause} choices={choices} onPick={onPick} />
      <p className="mb-4 text-muted">
        {DESK_MESSAGES.choose(choices.length)} JMBAG <span className="tabular-nums">{jmbag}</span>
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Prijave, najnovija prva"
        className="divide-y divide-edge overflow-hidden rounded-lg border border-edge outline-none"
      >
        {choices.map((choice, i) => (
          <li key={choice.id}>
            <button
              type="button"
              onClick={() => onPick(choice)}
              onKeyDown={ignoreRepeat}
              aria-keyshortcuts={letterOf(i) ?? undefined}
              className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-3 hover:bg-panel-2 focus-visible:bg-panel-2"
            >
              <span aria-hidden="true" className="key w-7 shrink-0 text-center max-md:hidden">
                {letterOf(i)}
              </span>
              <span className="min-w-0">
                <span className="block text-lg font-semibold">
                  {choice.name} {choice.surname}
                </span>
                <span className="block text-sm break-words text-muted">
                  {choice.email} · {formatDateTime(choice.submitted_at)}
                </span>
                {email !== null && choice.email === email.toLowerCase() && (
                  <span className="block text-sm font-semibold">E-mail je isti kao na popisu</span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted max-md:hidden">
        <kbd className="key">A</kbd> <kbd className="key">B</kbd> … ili <kbd className="key">↓</kbd>{' '}
        <kbd className="key">Enter</kbd> odabire
      </p>
    </Dialog>
  )
}

/**
 * Time in ms between the last key press and the one before it, which may be from before the picker
 * opened.
 */
function useKeyPause(): RefObject<number> {
  const pause = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (MODIFIERS.includes(key)) return
      pause.current = performance.now() - last
      last = performance.now()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
  return pause
}

interface KeysProps extends Pick<Props, 'choices' | 'onPick'> {
  list: RefObject<HTMLUListElement | null>
  pause: RefObject<number>
}

/** Keyboard control of the open picker, wherever in it the focus is. */
function PickerKeys({ list, pause, choices, onPick }: KeysProps) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      moveFocus(list.current, event)
      const choice = choiceByKey(event.key, pause.current, choices)
      if (!choice) return
      event.preventDefault()
      onPick(choice)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return null
}
