'use client'

import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { EyeOff } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react'
import { classes } from '@/components/ui/classes'
import { formatRange, STEP, shiftSet } from '@/lib/programme/rules'
import type { ProgrammeSet, Stage } from '@/lib/programme/schema'
import type { Moves } from './use-moves'

/** Height of one minute on the timetable, in px. */
export const MINUTE_PX = 1.6

/** A set shorter than this number of minutes has space for one line of text only. */
const SHORT_SET_MINUTES = 30

interface Props {
  set: ProgrammeSet
  stages: Stage[]
  moves: Moves
  /** Position and size of the set on the timetable, as CSS. */
  style: CSSProperties
  onEdit: () => void
}

const MOVES_BY_KEY: Record<string, [minutes: number, stages: number]> = {
  ArrowUp: [-STEP, 0],
  ArrowDown: [STEP, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** A set on the timetable. A press opens the editor; dragging or the arrow keys move the set. */
export function SetBlock({ set, stages, moves, style, onEdit }: Props) {
  const { setNodeRef, attributes, listeners, transform, isDragging } = useDraggable({ id: set.id })
  const button = useRef<HTMLButtonElement | null>(null)
  const hadFocus = useRef(false)
  const problem = moves.getProblem(set.id)
  const dragged = transform ? shiftSet(set, Math.round(transform.y / MINUTE_PX / STEP) * STEP) : set
  const minutes = (Date.parse(set.endsAt) - Date.parse(set.startsAt)) / 60_000

  // A saved set may get another position in the list. The button then loses the focus, so it is
  // restored here.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus()
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && moves.isMoved(set.id)) {
      event.preventDefault()
      return moves.discard(set)
    }
    const [byMinutes, byStages] = MOVES_BY_KEY[event.key] ?? []
    if (byMinutes === undefined || byStages === undefined || event.altKey || event.metaKey) return
    event.preventDefault()
    const stage = stages[stages.findIndex(({ id }) => id === set.stageId) + byStages]
    if (stage) moves.moveByKey(set, shiftSet(set, byMinutes, stage.id), stage.name)
  }

  return (
    <li className="absolute p-0.5" style={style}>
      <button
        ref={(element) => {
          setNodeRef(element)
          button.current = element
        }}
        type="button"
        {...listeners}
        aria-describedby={attributes['aria-describedby']}
        aria-label={`${set.name}, ${formatRange(dragged)}, ${set.stage}${set.visible === '0' ? ', skriveno' : ''}`}
        aria-invalid={problem ? true : undefined}
        onClick={onEdit}
        onKeyDown={onKeyDown}
        onFocus={() => {
          hadFocus.current = true
        }}
        onBlur={(event) => {
          hadFocus.current = event.relatedTarget === null && event.target.isConnected === false
        }}
        style={{ transform: CSS.Translate.toString(transform) }}
        className={classes(
          'flex size-full cursor-grab touch-manipulation overflow-hidden rounded-md border border-l-4 px-2 text-left select-none active:cursor-grabbing',
          minutes < SHORT_SET_MINUTES ? 'items-center gap-2 py-0 text-xs' : 'flex-col py-1 text-sm',
          problem ? 'border-stop bg-panel' : 'border-edge-2 border-l-accent bg-panel-2',
          set.visible === '0' && 'border-dashed',
          (isDragging || moves.isMoved(set.id)) && 'relative z-10 shadow-xl ring-2 ring-accent',
        )}
      >
        <span className="line-clamp-2 min-w-0 shrink leading-tight font-semibold wrap-anywhere">
          {set.visible === '0' && <EyeOff aria-hidden="true" className="mr-1 inline size-4" />}
          <span>{set.name}</span>
        </span>
        <span className={classes('shrink-0 tabular-nums', problem ? 'text-stop' : 'text-muted')}>
          {formatRange(dragged)}
        </span>
      </button>
    </li>
  )
}
