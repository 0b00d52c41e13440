'use client'

import { useState } from 'react'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { useApiMutation } from '@/components/admin/data/use-write'
import { FlatMap, FloorPlan, PlanOpacity } from '@/components/public/map/flat-map'
import { useBaseMap } from '@/components/public/map/use-base-map'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { areCorners, type Corners, cornersAround } from '@/lib/artwork/rules'
import { ARTWORK_MESSAGES, type ArtworkItem } from '@/lib/artwork/schema'
import { boundsOf, type LngLat, type MapGround } from '@/lib/map/geo'
import { CornerFields } from './corner-fields'
import { CornerHandle } from './handle'
import { useSeen } from './use-seen'

const NAMES = ['Sjeverozapad', 'Sjeveroistok', 'Jugoistok', 'Jugozapad'] as const

const MAP_LABELS = {
  'Map.Title': 'Karta za poravnavanje tlocrta',
  'NavigationControl.ZoomIn': 'Približi',
  'NavigationControl.ZoomOut': 'Udalji',
}

interface Props {
  item: ArtworkItem
  ground: MapGround
}

/**
 * Editor that places the floor plan on the map. Each corner is dragged, moved with the arrow keys,
 * or typed.
 */
export function OverlayEditor({ item, ground }: Props) {
  // Until this admin moves a corner, the editor shows the stored corners and follows their changes.
  const [moved, setMoved] = useState<Corners | null>(null)
  const corners = moved ?? item.corners ?? cornersAround(ground.centre, item)
  const { seen, updateSeen } = useSeen(String(item.corners ?? ''), moved !== null)
  const { run, isPending } = useApiMutation({
    call: (sent: Corners) =>
      api('PUT', '/artwork/[place]', {
        params: { place: 'map-overlay' },
        body: { corners: sent, seen: { corners: seen } },
      }),
    invalidates: ['artwork'],
    successMessage: 'Tlocrt leži na karti.',
  })
  const isMoved = String(corners) !== String(item.corners ?? '')
  const isValid = areCorners(corners)
  const move = (index: number, at: LngLat) =>
    setMoved(
      (before) =>
        (before ?? corners).map((corner, i) => (i === index ? [...at] : corner)) as Corners,
    )
  const save = () =>
    run(corners, {
      onSuccess: () => {
        // Corners that were moved during the save stay, as a change of the saved ones.
        setMoved((now) => (now === moved ? null : now))
        updateSeen()
      },
      onError: ({ code }) => code === 'changed_meanwhile' && updateSeen(),
    })

  return (
    <section aria-labelledby="poravnaj" className="mt-4 rounded-lg border border-edge bg-panel p-4">
      <LeaveGuard isDirty={isMoved && item.corners !== null} />
      <h3 id="poravnaj" className="font-bold">
        Gdje tlocrt leži na karti
      </h3>
      <p className="mt-1 max-w-prose text-sm text-muted">
        Povucite uglove tako da tlocrt legne na ulice; sredina pomiče cijeli tlocrt. Tipkovnicom:
        strelice pomiču za metar, uz Shift za deset.
        <span>
          {item.corners === null && ' Dok ga ne spremite, posjetitelji ga na karti ne vide.'}
        </span>
      </p>
      <CornerMap item={item} ground={ground} corners={corners} onMove={move} onMoveAll={setMoved} />
      <CornerFields names={NAMES} corners={corners} onMove={move} />
      {!isValid && (
        <Notice tone="error" className="mt-3 bg-panel-2">
          {ARTWORK_MESSAGES.badCorners}
        </Notice>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="primary" pending={isPending} disabled={!isMoved || !isValid} onClick={save}>
          Spremi položaj
        </Button>
        {isMoved && item.corners && <Button onClick={() => setMoved(null)}>Odustani</Button>}
        <Button onClick={() => setMoved(cornersAround(ground.centre, item))}>
          U sredinu karte
        </Button>
      </div>
    </section>
  )
}

interface CornerMapProps extends Props {
  corners: Corners
  onMove: (index: number, at: LngLat) => void
  onMoveAll: (corners: Corners) => void
}

function CornerMap({ item, ground, corners, onMove, onMoveAll }: CornerMapProps) {
  const base = useBaseMap(ground)
  const [hasFailed, setFailed] = useState(false)
  const [opacity, setOpacity] = useState(70)
  const [firstView] = useState(() => boundsOf(corners))
  const [west, south, east, north] = boundsOf(corners)
  const middle: LngLat = [(west + east) / 2, (south + north) / 2]

  if (hasFailed)
    return (
      <p className="mt-3">Ovaj preglednik ne može prikazati kartu. Upišite uglove brojevima.</p>
    )
  return (
    <>
      {ground.drawing === 'nothing' && !ground.styleUrl && (
        <Notice className="mt-3 bg-panel-2">
          Oko ovoga mjesta nema nacrtane karte. Upišite uglove brojevima, ili neka se na
          poslužitelju postavi MAP_STYLE_URL.
        </Notice>
      )}
      <div className="campus-map mt-3 h-96 overflow-hidden rounded-md border border-edge">
        <FlatMap
          base={base}
          initialViewState={{ bounds: [...firstView], fitBoundsOptions: { padding: 64 } }}
          locale={MAP_LABELS}
          onFailed={() => setFailed(true)}
        >
          <FloorPlan src={item.image} corners={corners} opacity={opacity} />
          {NAMES.map((name, i) => (
            <CornerHandle
              key={name}
              at={corners[i] as LngLat}
              name={`Ugao: ${name.toLowerCase()}`}
              onMove={(at) => onMove(i, at)}
            />
          ))}
          <CornerHandle
            at={middle}
            name="Cijeli tlocrt"
            isWhole
            onMove={([lng, lat]) =>
              onMoveAll(
                corners.map((corner) => [
                  corner[0] + lng - middle[0],
                  corner[1] + lat - middle[1],
                ]) as Corners,
              )
            }
          />
        </FlatMap>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3">
        <PlanOpacity
          value={opacity}
          onChange={setOpacity}
          labelClass="text-sm font-semibold"
          className="h-11 w-48 accent-accent"
        />
      </div>
    </>
  )
}
