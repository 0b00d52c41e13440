import { Move } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Marker } from 'react-map-gl/maplibre'
import { classes } from '@/components/ui/classes'
import { type LngLat, offsetBy } from '@/lib/map/geo'

/** Step of each arrow key: metres to the east, and metres to the south. */
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Props {
  at: LngLat
  name: string
  /** Whether the handle moves the whole floor plan instead of one corner. */
  isWhole?: boolean
  onMove: (at: LngLat) => void
}

/** Handle that moves a corner of the floor plan, or the whole plan, by pointer or arrow keys. */
export function CornerHandle({ at, name, isWhole = false, onMove }: Props) {
  function nudge(event: KeyboardEvent) {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    // Otherwise the map would handle the arrow key too, and move.
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
            // The handle of a corner is not filled, so that the map below it is visible.
            isWhole ? 'size-9 rounded-full bg-signal text-ink' : 'size-6 border-4 border-signal',
          )}
        >
          {isWhole && <Move aria-hidden="true" className="size-5" />}
        </span>
      </button>
    </Marker>
  )
}
