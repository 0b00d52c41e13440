'use client'

import { useEffect, useState } from 'react'
import { readPublic } from '@/lib/http/read-public'
import type { CrowdLevel } from '@/lib/night/schema'

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
const ALL_FULL = 'popunjeno, ulazi se kad netko izađe'
const LAMPS = [1, 2, 3, 4]

/**
 * Describes the queue at a gate. A full gate sends visitors to another gate only if one of `gates`,
 * the gates in use, has room.
 */
export function describeWait(wait: keyof typeof WAITS, gates: CrowdLevel['gates']): string {
  return gates.every((gate) => gate.wait === 'full') ? ALL_FULL : WAITS[wait]
}

/** Polling interval of the crowd level in ms, while the page is visible. */
const POLL_INTERVAL_MS = 30_000

/**
 * Polls the crowd level. Returns the last one while requests fail, and null before the first one.
 */
function useCrowdLevel(): CrowdLevel | null {
  const [crowdLevel, setCrowdLevel] = useState<CrowdLevel | null>(null)
  useEffect(() => {
    const poll = () => {
      if (!document.hidden) readPublic<CrowdLevel>('/public/fullness').then(setCrowdLevel, () => {})
    }
    poll()
    const timer = setInterval(poll, POLL_INTERVAL_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [])
  return crowdLevel
}

/**
 * Sign with the crowd level and the queue at each gate as text (rule 1.20). Empty while the API
 * reports no level, such as on other days.
 */
export function CrowdLevelSign() {
  const crowdLevel = useCrowdLevel()
  const level = crowdLevel?.level ?? null
  const gates = crowdLevel?.gates ?? []
  const [label, lampCount] = level === null ? ['', 0] : LEVELS[level]
  return (
    <div aria-live="polite">
      {level !== null && (
        <section aria-label="Večeras" className="poster-sign">
          <p className="poster-type poster-sign-word">
            <span aria-hidden="true" className="poster-sign-lamps">
              {LAMPS.map((lamp) => (
                <i key={lamp} data-lit={lamp <= lampCount || undefined} />
              ))}
            </span>
            {label}
          </p>
          {level === 'full' && (
            <p className="mt-1.5 font-semibold text-sm">Ulazi se kad netko izađe.</p>
          )}
          {level !== 'full' && gates.length > 0 && (
            <ul className="mt-1.5 font-semibold">
              {gates.map(({ name, wait }) => (
                <li key={name} className="text-sm">
                  {name}: {describeWait(wait, gates)}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  )
}
