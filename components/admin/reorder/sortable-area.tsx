'use client'

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import type { Sortable } from './use-reorder'

interface Props {
  /** As they are shown. */
  rows: Sortable[]
  layout: 'cards' | 'lines'
  /** Quietly, since a drag tells itself what it does. */
  move: (id: number, to: number, isQuiet: true) => void
  /** What is said to a screen reader of the last move by button. */
  said: string
  children: ReactNode
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

/** Where things are put into order by drag or by keyboard, told in Croatian as it goes on. */
export function SortableArea({ rows, layout, move, said, children }: Props) {
  const isCards = layout === 'cards'
  const lastOver = useRef<unknown>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over)
      move(
        Number(active.id),
        rows.findIndex(({ id }) => id === over.id),
        true,
      )
  }

  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={isCards ? undefined : [upAndDown]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcements(rows, lastOver),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext
        items={rows}
        strategy={isCards ? rectSortingStrategy : verticalListSortingStrategy}
      >
        {children}
      </SortableContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </DndContext>
  )
}

const INSTRUCTIONS =
  'Razmaknica podiže stavku, strelice je premještaju, ponovna razmaknica je spušta, a Escape vraća na staro mjesto.'

/** A thing begins over its own place, which must not drown out that it was lifted. */
function announcements(rows: Sortable[], lastOver: RefObject<unknown>): Announcements {
  const name = (id: unknown) => rows.find((row) => row.id === id)?.name ?? ''
  const place = (id: unknown) =>
    `${rows.findIndex((row) => row.id === id) + 1}. mjesto od ${rows.length}`
  return {
    onDragStart: ({ active }) => {
      lastOver.current = active.id
      return `Podignuto: ${name(active.id)}, ${place(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === lastOver.current) return
      lastOver.current = over.id
      return `${name(active.id)}: ${place(over.id)}.`
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `Spušteno: ${name(active.id)}, ${place(over.id)}.`
        : `Spušteno na staro mjesto: ${name(active.id)}.`,
    onDragCancel: ({ active }) => `Odustali ste. ${name(active.id)} je na starom mjestu.`,
  }
}
