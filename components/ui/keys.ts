import type { KeyboardEvent } from 'react'

/** A key held down presses a button only once. */
export const ignoreRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault()
}

/** Runs `then` on Enter, but not for one that only ends the composing of a letter. */
export const onEnter = (then: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (!event.repeat) then()
}

/** A dialog is open: what is read, edited or asked there has the keyboard. */
export const isDialogOpen = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Moves the keyboard among a list's buttons by arrows, onto its first or last from elsewhere. */
export function stepAmong(
  list: HTMLElement | null,
  event: KeyboardEvent | globalThis.KeyboardEvent,
) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  if (!step || buttons.length === 0) return
  event.preventDefault()
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const from = at === -1 && step === -1 ? 0 : at
  buttons.at((from + step) % buttons.length)?.focus()
}
