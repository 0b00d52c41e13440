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
export const isSomethingOpen = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
