import { Move } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Marker } from 'react-map-gl/maplibre'
import { classes } from '@/components/ui/classes'
import { type LngLat, offsetBy } from '@/lib/map/geo'

/** Metres to the east and to the south. */
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Props {
  at: LngLat
  name: string
  /** It moves all of it. */
  isWhole?: boolean
  onMove: (at: LngLat) => void
}

/** What a corner is taken by, with a pointer or the arrow keys. */
export function CornerHandle({ at, name, isWhole = false, onMove }: Props) {
  function nudge(event: KeyboardEvent) {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    // The map would move as well.
    event.stopPropagation()
    const metres = event.shiftKey ? 10 : 1
    onMove(offsetBy(at, [arrow[0] * metres, arrow[1] * metres]))
  }

  return (
    <Marker
      longitude={at[0]}
      latitude={at[1]}
      draggable
      onDrag={({ lngLat }) => onMove([lngLat.lng, lngLat.lat])}
    >
      <button
        type="button"
        aria-label={`${name}, ${at[1].toFixed(5)}, ${at[0].toFixed(5)}`}
        onKeyDown={nudge}
        className="grid size-11 cursor-move place-items-center rounded-full"
      >
        <span
          className={classes(
            'grid place-items-center outline-2 outline-ink',
            // What lies under a corner is seen in it.
            isWhole ? 'size-9 rounded-full bg-signal text-ink' : 'size-6 border-4 border-signal',
          )}
        >
          {isWhole && <Move aria-hidden="true" className="size-5" />}
        </span>
      </button>
    </Marker>
  )
}
