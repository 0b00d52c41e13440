'use client'

import { useState } from 'react'
import { vinylAngle } from '@/lib/visibility/rules'
import { useSecond } from './countdown'

/**
 * Vinyl record that lies over the drawn record of the home picture. It turns with the seconds until
 * `target`.
 */
export function TurningRecord({ target }: { target: string }) {
  const second = useSecond()
  if (second === null) return null
  return <Record left={Math.ceil(Date.parse(target) / 1000) - second} />
}

/**
 * Vinyl record that starts at the angle of the drawn record and turns from there. `left` is in
 * seconds.
 */
function Record({ left }: { left: number }) {
  const [first] = useState(left)
  const turned = vinylAngle(first) - vinylAngle(left)
  return (
    <div
      aria-hidden="true"
      className="poster-record"
      data-pace={left <= 0 ? 'plays' : left <= 3600 ? 'nears' : undefined}
    >
      <div className="poster-record-disc" style={{ rotate: `${turned.toFixed(1)}deg` }} />
    </div>
  )
}
