import type { KeyboardEvent } from 'react'

/** Keydown handler that ignores key repeats, so that a held key presses a button only once. */
export const ignoreRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault()
}

/**
 * Returns a keydown handler that runs `action` on Enter. It ignores key repeats, and an Enter that
 * only ends the composition of a letter in an input method (IME).
 */
export const onEnter = (action: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (!event.repeat) action()
}

/** Whether a dialog is open, which then gets all keyboard input. */
export const isDialogOpen = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/**
 * Moves the focus between the buttons of a list with the up and down arrow keys. If the focus is
 * outside the list, Down goes to the first button and Up to the last.
 */
export function moveFocus(
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
