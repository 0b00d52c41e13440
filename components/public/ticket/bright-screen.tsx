'use client'

import { useEffect, useState } from 'react'

/**
 * QR code alone on white, as large as the screen. It is a popover, so it also opens without
 * JavaScript.
 */
export function BrightScreen({ id, name, cells }: { id: string; name: string; cells: number }) {
  const [isOpen, setOpen] = useState(false)
  useWakeLock(isOpen)
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
function useWakeLock(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted || !navigator.wakeLock) return
    let wakeLock: WakeLockSentinel | undefined
    let isReleased = false
    async function requestWakeLock() {
      if (document.visibilityState !== 'visible') return
      // Refused while the battery is low; the screen may then turn off.
      const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isReleased) await lock?.release()
      else wakeLock = lock
    }
    // The browser releases the lock when the page is hidden, so it is requested again.
    document.addEventListener('visibilitychange', requestWakeLock)
    void requestWakeLock()
    return () => {
      isReleased = true
      document.removeEventListener('visibilitychange', requestWakeLock)
      void wakeLock?.release()
    }
  }, [isWanted])
}
