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
