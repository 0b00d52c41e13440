'use client'

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type CampusMap = ComponentType<{ styleUrl?: string; onReady: () => void }>

/**
 * Brings the map when the page stands. The drawing in `children` is there before it, without
 * scripting, and where the map cannot be shown at all.
 */
export function MapStage({ styleUrl, children }: { styleUrl?: string; children: ReactNode }) {
  const [CampusMap, setCampusMap] = useState<CampusMap | null>(null)
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    let isHere = true
    import('./campus-map').then(
      (module) => isHere && setCampusMap(() => module.CampusMap),
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [])

  return (
    <div className="campus-map" data-ready={isReady || undefined}>
      <div className="campus-map-drawing">{children}</div>
      {CampusMap && <CampusMap styleUrl={styleUrl} onReady={() => setReady(true)} />}
    </div>
  )
}
