import { useEffect, useRef } from 'react'

/** Open dialogs of the gate, the top dialog last. */
const open: { close: () => void }[] = []
/**
 * Whether the browser history has an entry for the open dialogs, so that Back closes the top
 * dialog.
 */
let hasEntry = false
/**
 * Number of calls of `history.back()` by this module whose `popstate` event has not arrived yet.
 */
let ownSteps = 0

function syncHistory() {
  const isOpen = open.length > 0
  if (isOpen === hasEntry) return
  hasEntry = isOpen
  if (isOpen) return history.pushState(null, '')
  ownSteps++
  history.back()
}

/**
 * Closes the top dialog on Back. Hides the event from the Next.js router, since the URL has not
 * changed.
 */
function onBack(event: PopStateEvent) {
  if (ownSteps > 0) ownSteps--
  else if (!hasEntry) return
  else {
    hasEntry = false
    open.at(-1)?.close()
    setTimeout(syncHistory)
  }
  event.stopImmediatePropagation()
}

/**
 * Lets the Back button of Android or of the browser close a dialog, instead of leaving the gate.
 */
export function useBack(close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const dialog = { close: () => latest.current() }
    if (open.push(dialog) === 1) window.addEventListener('popstate', onBack, { capture: true })
    // Delayed, so that the history does not change when another dialog replaces this one.
    setTimeout(syncHistory)
    return () => {
      open.splice(open.indexOf(dialog), 1)
      setTimeout(syncHistory)
    }
  }, [])
}
