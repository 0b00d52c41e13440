'use client'

import {
  DndContext,
  type DragEndEvent,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type MouseEvent, useId, useRef } from 'react'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { Notice } from '@/components/ui/notice'
import { STEP, shiftSet } from '@/lib/programme/rules'
import type { ProgrammeSet, Stage } from '@/lib/programme/schema'
import { formatTime } from '@/lib/time/zagreb'
import { MINUTE_PX, SetBlock } from './set-block'
import type { Moves } from './use-moves'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Width in px of the column with the hours, and minimum width in px of a stage. */
const HOURS_COLUMN_PX = 52
const MIN_STAGE_PX = 132
/** Minimum length of the time axis, in hours. */
const MIN_AXIS_HOURS = 4

interface Props {
  stages: Stage[]
  /** Sets of the shown day, with moves that are not saved yet. */
  sets: ProgrammeSet[]
  moves: Moves
  /** Opening and closing time; null if unknown or on another day. */
  openingTimes: { opensAt: string | null; closesAt: string | null }
  onEdit: (set: ProgrammeSet) => void
  onAdd: (stageId: number, startsAt: Date) => void
}

/**
 * Timetable of one night: a vertical time axis, a column for each stage, and each set at its place
 * and time.
 */
export function Timetable({ stages, sets, moves, openingTimes, onEdit, onAdd }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const { from, to } = axisOf(sets, openingTimes)
  const hours = Array.from({ length: (to - from) / HOUR_MS + 1 }, (_, i) => from + i * HOUR_MS)
  const y = (at: string | number) => ((new Date(at).getTime() - from) / MINUTE_MS) * MINUTE_PX
  const columnWidth = () => (area.current?.clientWidth ?? 0) / stages.length
  const problem = sets.map(({ id }) => moves.getProblem(id)).find((text) => text !== null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A long press (250 ms) picks up a set; a moving finger scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )

  const toGrid: Modifier = ({ transform }) => {
    const [column, step] = [columnWidth() || 1, STEP * MINUTE_PX]
    return {
      ...transform,
      x: Math.round(transform.x / column) * column,
      y: Math.round(transform.y / step) * step,
    }
  }

  function onDragEnd({ active, delta }: DragEndEvent) {
    const set = sets.find(({ id }) => id === active.id)
    if (!set) return
    const byStages = Math.round(delta.x / (columnWidth() || 1))
    const stage = stages[stages.findIndex(({ id }) => id === set.stageId) + byStages]
    const minutes = Math.round(delta.y / MINUTE_PX / STEP) * STEP
    if (stage && (byStages !== 0 || minutes !== 0))
      moves.moveByDrag(set, shiftSet(set, minutes, stage.id))
  }

  function onPress(event: MouseEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget) return
    const box = event.currentTarget.getBoundingClientRect()
    const stage = stages[Math.floor((event.clientX - box.left) / columnWidth())]
    const minutes = Math.floor((event.clientY - box.top) / MINUTE_PX / 15) * 15
    if (stage) onAdd(stage.id, new Date(from + minutes * MINUTE_MS))
  }

  const columns = `${HOURS_COLUMN_PX}px repeat(${stages.length}, minmax(0, 1fr))`
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      modifiers={[toGrid]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: NO_ANNOUNCEMENTS,
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <LeaveGuard isDirty={moves.hasUnsaved} />
      <div className="overflow-x-auto rounded-lg border border-edge bg-panel">
        <div style={{ minWidth: HOURS_COLUMN_PX + stages.length * MIN_STAGE_PX }}>
          <div
            className="grid border-b border-edge bg-panel-2"
            style={{ gridTemplateColumns: columns }}
          >
            {stages.map(({ id, name }, i) => (
              <h2
                key={id}
                className="flex items-center justify-center border-l border-edge px-2 py-2 text-center leading-tight font-bold wrap-anywhere max-md:text-sm"
                style={{ gridColumn: i + 2 }}
              >
                {name}
              </h2>
            ))}
          </div>
          <div className="relative my-3" style={{ height: y(to) }}>
            {hours.map((at) => (
              <div
                key={at}
                aria-hidden="true"
                className="absolute inset-x-0 flex h-0 items-center text-xs text-muted tabular-nums"
                style={{ top: y(at) }}
              >
                <span className="shrink-0 pr-2 text-right" style={{ width: HOURS_COLUMN_PX }}>
                  {formatTime(new Date(at))}
                </span>
                <span className="flex-1 border-t border-edge" />
              </div>
            ))}
            {openingTimes.opensAt && (
              <div
                className="pointer-events-none absolute right-0 z-[1] border-t-2 border-go text-xs"
                style={{ top: y(openingTimes.opensAt), left: HOURS_COLUMN_PX }}
              >
                <span className="absolute right-0 bottom-0 bg-panel px-1 text-go">
                  Otvaranje vrata
                </span>
              </div>
            )}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: Dodaj nastup does the same by keyboard */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
            <div
              ref={area}
              onClick={onPress}
              className="absolute inset-y-0 right-0 cursor-cell"
              style={{ left: HOURS_COLUMN_PX }}
            >
              <ul aria-label="Nastupi">
                {sets.map((set) => (
                  <SetBlock
                    key={set.id}
                    set={set}
                    stages={stages}
                    moves={moves}
                    onEdit={() => onEdit(set)}
                    style={{
                      top: y(set.startsAt),
                      height: Math.max(20, y(set.endsAt) - y(set.startsAt)),
                      left: `${(stages.findIndex(({ id }) => id === set.stageId) * 100) / stages.length}%`,
                      width: `${100 / stages.length}%`,
                    }}
                  />
                ))}
              </ul>
            </div>
          </div>
        </div>
      </div>
      {problem && (
        <Notice tone="error" className="mt-3">
          {problem} Nije spremljeno: pomaknite ga dalje, ili ga tipkom Esc vratite.
        </Notice>
      )}
      <p role="status" className="sr-only">
        {moves.announcement}
      </p>
    </DndContext>
  )
}

const INSTRUCTIONS =
  'Strelice gore i dolje pomiču nastup za pet minuta, lijevo i desno na susjednu pozornicu, Enter ga uređuje, a Escape vraća ono što nije spremljeno.'

const announceNothing = () => undefined
const NO_ANNOUNCEMENTS = {
  onDragStart: announceNothing,
  onDragOver: announceNothing,
  onDragEnd: announceNothing,
  onDragCancel: announceNothing,
}

/**
 * Returns the start and the end of the time axis: whole hours around the opening time, the closing
 * time and all sets.
 */
function axisOf(sets: ProgrammeSet[], { opensAt, closesAt }: Props['openingTimes']) {
  const times = (list: (string | null)[]) => list.flatMap((at) => (at ? [Date.parse(at)] : []))
  const starts = times([opensAt, ...sets.map((set) => set.startsAt)])
  const ends = times([closesAt, ...sets.map((set) => set.endsAt)])
  const from = Math.floor(Math.min(...starts) / HOUR_MS) * HOUR_MS
  const to = Math.ceil(Math.max(...ends, from + MIN_AXIS_HOURS * HOUR_MS) / HOUR_MS) * HOUR_MS
  return { from, to }
}
