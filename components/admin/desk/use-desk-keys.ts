'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { typeInto } from '@/components/ui/type-into'
import { DIGIT, MODIFIERS, ScannerDigits, startsNewJmbag } from './desk-keys'
import type { Desk } from './use-desk'

const LETTER = /^\p{L}$/u
const HAS_LETTER = /\p{L}/u
const TEXT_FIELD = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof Element && target.matches(TEXT_FIELD)

function suppress(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

interface DeskKeysOptions {
  box: RefObject<HTMLInputElement | null>
  /** Whether a dialog is open in front of the desk. */
  isOpen: boolean
  /** Closes the dialogs that are not in the state of the desk. */
  close: () => void
  /**
   * Shows a toast about the sale, if the next student's digits come before the dialog of the sale
   * is seen.
   */
  showSoldToast: () => void
}

/**
 * Keyboard control of the whole desk (rule 3.13). Digits typed outside a text field go to the
 * search box, and a scanned JMBAG goes there also from a text field. An Enter after digits searches
 * and never presses the focused button, which may sell a ticket.
 */
export function useDeskKeys(desk: Desk, { box, isOpen, close, showSoldToast }: DeskKeysOptions) {
  const { state } = desk
  const isAfterDigits = useRef(false)
  /**
   * Digits of the next student, typed while a change is being saved. `isEnded`: an Enter followed
   * the digits.
   */
  const pending = useRef({ digits: '', isEnded: false })
  const scanner = useRef(new ScannerDigits())
  /** Whether Space is held down and ignored, because it came too soon after a choice. */
  const isSpaceSuppressed = useRef(false)

  function startInput(change: () => void) {
    // Renders at once, because the next digit may follow immediately and must reach the search box.
    flushSync(() => {
      close()
      change()
    })
    box.current?.focus()
    scanner.current.moveTo(box.current)
  }

  function typeText(key: string, isAnother: boolean) {
    if (!state.saving)
      return startInput(() => desk.type(isAnother ? key : state.text + key, isAnother))
    const { digits, isEnded } = pending.current
    pending.current = { digits: isEnded ? key : digits + key, isEnded: false }
  }

  function scanJmbag(digits: string) {
    if (state.saving) pending.current = { digits, isEnded: true }
    else startInput(() => void desk.scan(digits))
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target } = event
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (MODIFIERS.includes(key)) return
    if (scanner.current.isFromDroppedCard(event)) {
      isAfterDigits.current = false
      return suppress(event)
    }
    const isInBox = target === box.current
    const isElsewhere = !isInBox && isTextField(target)
    // Text fields in dialogs of other modules, such as the palette, keep what a scanner types.
    if (isElsewhere && !isOpen && target.closest('[role="dialog"]')) return
    const followsDigits = isAfterDigits.current
    isAfterDigits.current = DIGIT.test(key) && !isElsewhere
    const scanned = scanner.current.read(event, isTextField(target) ? target.value : '')
    const { completeJmbag } = scanner.current
    if (scanned) {
      suppress(event)
      if (isElsewhere) typeInto(target as TextField, scanned.text)
      scanJmbag(scanned.digits)
    } else if (isElsewhere) return
    else if (completeJmbag && !state.saving && state.text + key !== completeJmbag) {
      // Replaces the text of the box, to which the first digits of the scan were added.
      suppress(event)
      typeText(completeJmbag, true)
    } else if (DIGIT.test(key)) {
      const isAnother = startsNewJmbag(state, { isOpen, isInBox })
      if (isInBox && !isAnother && !state.saving) return
      suppress(event)
      typeText(key, isAnother)
    } else if (key === 'Enter') onEnter(event, isInBox, followsDigits)
    else if (key === ' ') onSpace(event, isInBox)
    else if (isInBox && LETTER.test(key) && state.isSearched && !HAS_LETTER.test(state.text)) {
      suppress(event)
      typeText(key, true)
    }
  }

  function onEnter(event: KeyboardEvent, isInBox: boolean, followsDigits: boolean) {
    if (followsDigits && state.saving) {
      suppress(event)
      pending.current.isEnded = true
    } else if (isInBox) return
    else if (followsDigits) {
      suppress(event)
      void desk.searchNow()
    } else if (desk.isJustChosen()) suppress(event)
  }

  function onSpace(event: KeyboardEvent, isInBox: boolean) {
    if (!event.repeat) isSpaceSuppressed.current = !isInBox && desk.isJustChosen()
    if (isSpaceSuppressed.current) suppress(event)
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
      if (event.key !== ' ' || !isSpaceSuppressed.current) return
      isSpaceSuppressed.current = false
      suppress(event)
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
    const { digits, isEnded } = pending.current
    if (saving || digits === '') return
    pending.current = { digits: '', isEnded: false }
    // The seller must read the error before the next student is searched for.
    if (state.message?.tone === 'error') {
      if (!isEnded) scanner.current.drop()
      return
    }
    if (state.dialog === 'sold') showSoldToast()
    if (isEnded) void desk.scan(digits)
    else desk.type(digits, true)
    box.current?.focus()
  }, [saving])
}
