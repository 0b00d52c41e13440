'use client'

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { CampusMapProps } from './campus-map'

/** The map is heavy: it comes when what is on the page already has been painted. */
const loaded = () =>
  new Promise((resolve) => {
    const afterPaint = () => requestAnimationFrame(() => setTimeout(resolve))
    if (document.readyState === 'complete') afterPaint()
    else window.addEventListener('load', afterPaint, { once: true })
  })

type CampusMap = ComponentType<CampusMapProps>

interface Props extends Omit<CampusMapProps, 'onReady'> {
  children: ReactNode
}

/**
 * Brings the map when the page stands. The drawing in `children` is there before it, without
 * scripting, and where the map cannot be shown at all.
 */
export function MapStage({ children, ...map }: Props) {
  const [CampusMap, setCampusMap] = useState<CampusMap | null>(null)
  const [isReady, setReady] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    let isHere = true
    loaded()
      .then(() => import('./campus-map'))
      .then(
        (module) => isHere && setCampusMap(() => module.CampusMap),
        () => isHere && setFailed(true),
      )
    return () => {
      isHere = false
    }
  }, [])

  return (
    <div className="campus-map" data-ready={isReady || undefined}>
      <div
        className="campus-map-drawing"
        data-near={map.ground.drawing === 'festival' || undefined}
      >
        {children}
      </div>
      {hasFailed && (
        <p className="campus-map-tools">
          Pokretna karta sada nije dostupna. Crtež i upute vrijede i bez nje.
        </p>
      )}
      {CampusMap && <CampusMap {...map} onReady={() => setReady(true)} />}
    </div>
  )
}
