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
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { ApiError } from '@/lib/api-client/client'

/** Position of an item among the others, and the function that moves it. */
export interface SortablePosition {
  /** Position in the list, counted from 0. */
  index: number
  total: number
  isBusy: boolean
  move: (to: number) => void
}

interface Props<Row> extends Reordering<Row> {
  layout: 'cards' | 'lines'
  /** Renders the items, which are passed in the order in which they are shown. */
  children: (items: { row: Row; position: SortablePosition }[], isBusy: boolean) => ReactNode
}

const verticalOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 })

/**
 * List whose items are reordered by drag or keyboard. Screen readers get announcements in Croatian.
 */
export function SortableArea<Row extends Sortable>(props: Props<Row>) {
  const { layout, children, ...reordering } = props
  const { rows, move, isPending, announcement } = useReorder(reordering)
  const isCards = layout === 'cards'
  const lastOver = useRef<unknown>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function onDragEnd({ active, over }: DragEndEvent) {
    // `true`: no announcement here, because the drag library already announces the drop.
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
      modifiers={isCards ? undefined : [verticalOnly]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: createAnnouncements(rows, lastOver),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext
        items={rows}
        strategy={isCards ? rectSortingStrategy : verticalListSortingStrategy}
      >
        {children(
          rows.map((row, index) => ({
            row,
            position: {
              index,
              total: rows.length,
              isBusy: isPending,
              move: (to) => move(row.id, to),
            },
          })),
          isPending,
        )}
      </SortableContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </DndContext>
  )
}

const INSTRUCTIONS =
  'Razmaknica podiže stavku, strelice je premještaju, ponovna razmaknica je spušta, a Escape vraća na staro mjesto.'

/**
 * Announcements for screen readers. A drag starts over the position of the item itself; that event
 * is ignored, so that it does not replace the announcement of the pick-up.
 */
function createAnnouncements(rows: Sortable[], lastOver: RefObject<unknown>): Announcements {
  const name = (id: unknown) => rows.find((row) => row.id === id)?.name ?? ''
  const describePosition = (id: unknown) =>
    `${rows.findIndex((row) => row.id === id) + 1}. mjesto od ${rows.length}`
  return {
    onDragStart: ({ active }) => {
      lastOver.current = active.id
      return `Podignuto: ${name(active.id)}, ${describePosition(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === lastOver.current) return
      lastOver.current = over.id
      return `${name(active.id)}: ${describePosition(over.id)}.`
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `Spušteno: ${name(active.id)}, ${describePosition(over.id)}.`
        : `Spušteno na staro mjesto: ${name(active.id)}.`,
    onDragCancel: ({ active }) => `Odustali ste. ${name(active.id)} je na starom mjestu.`,
  }
}

/** Makes an item draggable: returns the props of its element and of its drag handle. */
export function useSortableItem(id: number, disabled: boolean) {
  const sortable = useSortable({ id, disabled, attributes: { roleDescription: 'premještanje' } })
  const { attributes, listeners, transform, transition, isDragging } = sortable
  const style: CSSProperties = {
    // Without the scale, which would stretch an item that is dragged over a taller item.
    transform: CSS.Translate.toString(transform),
    transition,
    zIndex: isDragging ? 10 : undefined,
  }
  return {
    item: { ref: sortable.setNodeRef, style },
    handle: { ref: sortable.setActivatorNodeRef, ...attributes, ...listeners },
    isDragging,
  }
}

export type HandleProps = ReturnType<typeof useSortableItem>['handle']

export interface Sortable {
  id: number
  name: string
  /** Position as the API returns it: a number, or a text of two digits. */
  order: number | string
}

interface Reordering<Row> {
  /** The items in the stored order. */
  rows: Row[]
  entity: string
  /** Saves the new positions of the items that have moved. */
  save: (positions: NewPosition[]) => Promise<unknown>
  /** Message for a failed move (rule 13.10). */
  errorMessage: string
}

interface NewPosition {
  id: number
  order: number
}

/**
 * Moves items of a list, one request at a time. The new order is shown at once, and reverted if it
 * cannot be saved.
 */
function useReorder<Row extends Sortable>({ rows, entity, save, errorMessage }: Reordering<Row>) {
  const client = useQueryClient()
  const [pendingOrder, setPendingOrder] = useState<number[] | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // A ref, because the second of two quick presses comes before `isPending` is rendered.
  const isSaving = useRef(false)
  const { mutate, isPending } = useMutation<unknown, ApiError, NewPosition[]>({
    mutationFn: save,
    onError: (error) => {
      setPendingOrder(null)
      setAnnouncement('Vraćen je stari poredak.')
      toast.error(errorMessage, { description: describeError(error) })
    },
    onSettled: async () => {
      isSaving.current = false
      await client.invalidateQueries({ queryKey: [entity] })
      setPendingOrder(null)
    },
  })

  /** Moves an item to a position, counted from 0. A position outside the list changes nothing. */
  function move(id: number, to: number, isQuiet = false) {
    const from = rows.findIndex((row) => row.id === id)
    const row = rows[from]
    if (isSaving.current || !row || from === to || !rows[to]) return
    isSaving.current = true
    const moved = arrayMove(rows, from, to)
    setPendingOrder(moved.map((item) => item.id))
    setAnnouncement(isQuiet ? '' : `${row.name}: ${to + 1}. mjesto od ${rows.length}.`)
    mutate(changedPositions(rows, moved))
  }

  return {
    rows: pendingOrder ? sortByIds(rows, pendingOrder) : rows,
    move,
    isPending,
    announcement,
  }
}

/**
 * Returns the new positions of all items that have moved. The positions themselves stay the same;
 * the items exchange them.
 */
const changedPositions = (before: Sortable[], after: Sortable[]): NewPosition[] =>
  after.flatMap(({ id }, index) => {
    const previous = before[index]
    return previous && previous.id !== id ? [{ id, order: Number(previous.order) }] : []
  })

function sortByIds<Row extends Sortable>(rows: Row[], ids: number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const describeError = ({ status, detail }: ApiError) =>
  status === 409 ? 'Netko je u međuvremenu promijenio popis. Sada ga vidite kakav jest.' : detail
