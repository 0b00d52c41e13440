'use client'

import { useEffect, useState } from 'react'

/** The code alone on white, as large as the screen; a popover, so that it opens without scripting too. */
export function BrightScreen({ id, name, cells }: { id: string; name: string; cells: number }) {
  const [isOpen, setOpen] = useState(false)
  useAwakeScreen(isOpen)
  return (
    <div
      id={id}
      popover="auto"
      role="dialog"
      aria-label="QR kod preko cijelog zaslona"
      onToggle={(event) => setOpen(event.newState === 'open')}
      className="poster-karta-white"
    >
      <svg viewBox={`0 0 ${cells} ${cells}`} aria-hidden="true" shapeRendering="crispEdges">
        <use href="#karta-qr" />
      </svg>
      <p>{name}</p>
      <button type="button" popoverTarget={id} popoverTargetAction="hide" className="poster-button">
        Zatvori
      </button>
    </div>
  )
}

/** Keeps the screen from going dark, where a browser can, as long as it is wanted. */
function useAwakeScreen(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted || !navigator.wakeLock) return
    let held: WakeLockSentinel | undefined
    let isOver = false
    async function hold() {
      if (document.visibilityState !== 'visible') return
      // Refused on a battery that runs low: then the phone decides.
      const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await lock?.release()
      else held = lock
    }
    // Whoever looks away and comes back has lost it.
    document.addEventListener('visibilitychange', hold)
    void hold()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void held?.release()
    }
  }, [isWanted])
}
