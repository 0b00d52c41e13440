'use client'

import { useEffect, useState } from 'react'

/**
 * QR code alone on white, as large as the screen. It is a popover, so it also opens without
 * JavaScript.
 */
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

/** Keeps the screen on while `isWanted`, if the browser can do so. */
function useAwakeScreen(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted || !navigator.wakeLock) return
    let held: WakeLockSentinel | undefined
    let isOver = false
    async function hold() {
      if (document.visibilityState !== 'visible') return
      // Refused while the battery is low; the screen may then turn off.
      const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await lock?.release()
      else held = lock
    }
    // The browser releases the lock when the page is hidden, so it is requested again.
    document.addEventListener('visibilitychange', hold)
    void hold()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void held?.release()
    }
  }, [isWanted])
}
