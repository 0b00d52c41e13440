import { useEffect, useRef } from 'react'

/** Open layers over the gate, the top one last. */
const open: { close: () => void }[] = []
/** Whether the history has an entry for the open layers, so that Back closes the top one. */
let hasEntry = false
/** Steps back of our own, whose events are still to come. */
let ownSteps = 0

function settle() {
  const isOpen = open.length > 0
  if (isOpen === hasEntry) return
  hasEntry = isOpen
  if (isOpen) return history.pushState(null, '')
  ownSteps++
  history.back()
}

/** The address has not changed: the router has nothing to do with it. */
function onBack(event: PopStateEvent) {
  if (ownSteps > 0) ownSteps--
  else if (!hasEntry) return
  else {
    hasEntry = false
    open.at(-1)?.close()
    setTimeout(settle)
  }
  event.stopImmediatePropagation()
}

/** Closes by Back (of Android, of the browser) what would otherwise leave the gate with it. */
export function useBack(close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const one = { close: () => latest.current() }
    if (open.push(one) === 1) window.addEventListener('popstate', onBack, { capture: true })
    // A sheet that gives way to another one leaves the history as it is.
    setTimeout(settle)
    return () => {
      open.splice(open.indexOf(one), 1)
      setTimeout(settle)
    }
  }, [])
}
