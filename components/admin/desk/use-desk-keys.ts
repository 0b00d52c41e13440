'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { typeInto } from '@/components/ui/type-into'
import { beginsAnother, DIGIT, MODIFIERS, ScannerDigits } from './desk-keys'
import type { Desk } from './use-desk'

const LETTER = /^\p{L}$/u
const HAS_LETTER = /\p{L}/u
const TEXT_FIELD = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof Element && target.matches(TEXT_FIELD)

function swallow(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

interface Around {
  box: RefObject<HTMLInputElement | null>
  /** Whether a dialog is open in front of the desk. */
  isOpen: boolean
  /** Closes the dialogs that are not in the state of the desk. */
  close: () => void
  /**
   * Shows a toast about the sale, if the next student's digits come before the dialog of the sale
   * is seen.
   */
  tellSold: () => void
}

/**
 * Keyboard control of the whole desk (rule 3.13). Digits typed outside a text field go to the
 * search box, and a scanned JMBAG goes there also from a text field. An Enter after digits searches
 * and never presses the focused button, which may sell a ticket.
 */
export function useDeskKeys(desk: Desk, { box, isOpen, close, tellSold }: Around) {
  const { state } = desk
  const isAfterDigits = useRef(false)
  /**
   * Digits of the next student, typed while a change is being saved. `isEnded`: an Enter followed
   * the digits.
   */
  const held = useRef({ digits: '', isEnded: false })
  const scanner = useRef(new ScannerDigits())
  /** Whether Space is held down and ignored, because it came too soon after a choice. */
  const isSpaceSwallowed = useRef(false)

  function begin(work: () => void) {
    // Renders at once, because the next digit may follow immediately and must reach the search box.
    flushSync(() => {
      close()
      work()
    })
    box.current?.focus()
    scanner.current.moveTo(box.current)
  }

  function take(key: string, isAnother: boolean) {
    if (!state.saving) return begin(() => desk.type(isAnother ? key : state.text + key, isAnother))
    const { digits, isEnded } = held.current
    held.current = { digits: isEnded ? key : digits + key, isEnded: false }
  }

  function takeWhole(digits: string) {
    if (state.saving) held.current = { digits, isEnded: true }
    else begin(() => void desk.scan(digits))
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target } = event
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (MODIFIERS.includes(key)) return
    if (scanner.current.isOfDropped(event)) {
      isAfterDigits.current = false
      return swallow(event)
    }
    const isInBox = target === box.current
    const isElsewhere = !isInBox && isTextField(target)
    // Text fields in dialogs of other modules, such as the palette, keep what a scanner types.
    if (isElsewhere && !isOpen && target.closest('[role="dialog"]')) return
    const endsDigits = isAfterDigits.current
    isAfterDigits.current = DIGIT.test(key) && !isElsewhere
    const scanned = scanner.current.read(event, isTextField(target) ? target.value : '')
    const { whole } = scanner.current
    if (scanned) {
      swallow(event)
      if (isElsewhere) typeInto(target as TextField, scanned.text)
      takeWhole(scanned.digits)
    } else if (isElsewhere) return
    else if (whole && !state.saving && state.text + key !== whole) {
      // Replaces the text of the box, to which the first digits of the scan were added.
      swallow(event)
      take(whole, true)
    } else if (DIGIT.test(key)) {
      const isAnother = beginsAnother(state, { isOpen, isInBox })
      if (isInBox && !isAnother && !state.saving) return
      swallow(event)
      take(key, isAnother)
    } else if (key === 'Enter') onEnter(event, isInBox, endsDigits)
    else if (key === ' ') onSpace(event, isInBox)
    else if (isInBox && LETTER.test(key) && state.isSearched && !HAS_LETTER.test(state.text)) {
      swallow(event)
      take(key, true)
    }
  }

  function onEnter(event: KeyboardEvent, isInBox: boolean, endsDigits: boolean) {
    if (endsDigits && state.saving) {
      swallow(event)
      held.current.isEnded = true
    } else if (isInBox) return
    else if (endsDigits) {
      swallow(event)
      void desk.searchNow()
    } else if (desk.isJustChosen()) swallow(event)
  }

  function onSpace(event: KeyboardEvent, isInBox: boolean) {
    if (!event.repeat) isSpaceSwallowed.current = !isInBox && desk.isJustChosen()
    if (isSpaceSwallowed.current) swallow(event)
  }

  // The handler of the latest render. A layout effect sets it, because a scanner types faster than
  // other effects run.
  const latest = useRef(onKeyDown)
  useLayoutEffect(() => {
    latest.current = onKeyDown
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event)
    // Some browsers press a button on keyup of Space, even if its keydown was prevented.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !isSpaceSwallowed.current) return
      isSpaceSwallowed.current = false
      swallow(event)
    }
    document.addEventListener('keydown', listen, { capture: true })
    document.addEventListener('keyup', onKeyUp, { capture: true })
    return () => {
      document.removeEventListener('keydown', listen, { capture: true })
      document.removeEventListener('keyup', onKeyUp, { capture: true })
    }
  }, [])

  const { saving } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only at the end of a save
  useEffect(() => {
    const { digits, isEnded } = held.current
    if (saving || digits === '') return
    held.current = { digits: '', isEnded: false }
    // The seller must read the error before the next student is searched for.
    if (state.message?.tone === 'error') {
      if (!isEnded) scanner.current.drop()
      return
    }
    if (state.dialog === 'sold') tellSold()
    if (isEnded) void desk.scan(digits)
    else desk.type(digits, true)
    box.current?.focus()
  }, [saving])
}
