'use client'

import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { CSSProperties } from 'react'

/** A thing that can be dragged: what its element and its handle need for it. */
export function useSortableItem(id: number, disabled: boolean) {
  const sortable = useSortable({ id, disabled, attributes: { roleDescription: 'premještanje' } })
  const { attributes, listeners, transform, transition, isDragging } = sortable
  const style: CSSProperties = {
    // Without the scale, which would stretch one that is dragged over a taller one.
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
