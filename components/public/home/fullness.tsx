'use client'

import { useEffect, useState } from 'react'
import { readPublic } from '@/lib/http/read-public'
import type { CrowdLevel as Told } from '@/lib/night/schema'

const LEVELS = {
  room: ['Ima mjesta', 1],
  filling: ['Puni se', 2],
  nearly_full: ['Gotovo puno', 3],
  full: ['Puno', 4],
} as const
const WAITS = {
  none: 'bez čekanja',
  short: 'kratko čekanje',
  long: 'dugo čekanje',
  full: 'popunjeno, probaj drugdje',
}
const LAMPS = [1, 2, 3, 4]

/** Polling interval of the crowd level in ms, while the page is visible. */
const EVERY = 30_000

/**
 * Polls the crowd level. Returns the last one while requests fail, and null before the first one.
 */
function useFullness(): Told | null {
  const [told, setTold] = useState<Told | null>(null)
  useEffect(() => {
    const ask = () => {
      if (!document.hidden) readPublic<Told>('/public/fullness').then(setTold, () => {})
    }
    ask()
    const timer = setInterval(ask, EVERY)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  return told
}

/**
 * Sign with the crowd level and the queue at each gate, in words (rule 1.20). Empty while the API
 * reports no level, such as on other days.
 */
export function Fullness() {
  const told = useFullness()
  const level = told?.level ?? null
  const gates = told?.gates ?? []
  const [word, lit] = level === null ? ['', 0] : LEVELS[level]
  return (
    <div aria-live="polite">
      {level !== null && (
        <section aria-label="Večeras" className="poster-sign">
          <p className="poster-type poster-sign-word">
            <span aria-hidden="true" className="poster-sign-lamps">
              {LAMPS.map((lamp) => (
                <i key={lamp} data-lit={lamp <= lit || undefined} />
              ))}
            </span>
            {word}
          </p>
          {level === 'full' && (
            <p className="mt-1.5 font-semibold text-sm">Ulazi se kad netko izađe.</p>
          )}
          {level !== 'full' && gates.length > 0 && (
            <ul className="mt-1.5 font-semibold">
              {gates.map(({ name, wait }) => (
                <li key={name} className="text-sm">
                  {name}: {WAITS[wait]}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  )
}
