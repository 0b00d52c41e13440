'use client'

import { useEffect } from 'react'

/** Opens and closes the page's dialogs as its address says. */
export function DialogAddress() {
  useEffect(followAddress, [])
  return null
}

/**
 * Keeps dialogs and address in step: `#id` in the address opens the dialog of that id,
 * back closes it, and closing it takes the id out of the address again. An id that no
 * dialog bears opens nothing. Returns what ends it.
 */
function followAddress(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let isBackTheGrid = false

  function onAddress(event?: HashChangeEvent) {
    const wanted = dialogOf(location.hash)
    isBackTheGrid = event !== undefined && !dialogOf(new URL(event.oldURL).hash)
    for (const other of document.querySelectorAll<HTMLDialogElement>('dialog.performer[open]'))
      if (other !== wanted) other.close()
    if (wanted && !wanted.open) wanted.showModal()
  }

  function onClosed(event: Event) {
    const closed = event.target as HTMLElement
    document.querySelector<HTMLElement>(`a[href="#${CSS.escape(closed.id)}"]`)?.focus()
    if (dialogOf(location.hash) !== closed) return
    if (isBackTheGrid) history.back()
    else history.replaceState(null, '', location.pathname + location.search)
  }

  /** A press beside the sheet lands on the dialog itself; the second half of a double one does not count. */
  function onPress(event: MouseEvent) {
    if (event.target instanceof HTMLDialogElement && event.detail < 2) event.target.close()
  }

  addEventListener('hashchange', onAddress, { signal })
  document.addEventListener('close', onClosed, { signal, capture: true })
  document.addEventListener('click', onPress, { signal })
  onAddress()
  return () => stop.abort()
}

/** Compared as the address writes it, where a letter such as č is encoded. */
const dialogOf = (hash: string): HTMLDialogElement | undefined =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog.performer')].find(
    ({ id }) => new URL(`#${id}`, location.href).hash === hash,
  )
