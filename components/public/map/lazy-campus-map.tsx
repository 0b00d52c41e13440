'use client'

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { CampusMapProps } from './campus-map'

/** Resolves when the page has loaded and painted. The large script of the map waits for it. */
const pageLoaded = () =>
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
 * Loads the interactive map after the page. The drawing in `children` is shown until then, without
 * JavaScript, and where the map cannot be shown.
 */
export function LazyCampusMap({ children, ...map }: Props) {
  const [CampusMap, setCampusMap] = useState<CampusMap | null>(null)
  const [isReady, setReady] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    let isMounted = true
    pageLoaded()
      .then(() => import('./campus-map'))
      .then(
        (module) => isMounted && setCampusMap(() => module.CampusMap),
        () => isMounted && setFailed(true),
      )
    return () => {
      isMounted = false
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
