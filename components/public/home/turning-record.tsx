'use client'

import { useState } from 'react'
import { vinylAngle } from '@/lib/visibility/rules'
import { useSecond } from './countdown'

/** The record of the drawing, laid over the drawing's own, turns with the seconds until `target`. */
export function TurningRecord({ target }: { target: string }) {
  const second = useSecond()
  if (second === null) return null
  return <Record left={Math.ceil(Date.parse(target) / 1000) - second} />
}

/** Begins as the drawing's own record lies, and turns from there. */
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
