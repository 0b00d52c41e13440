'use client'

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface Rows {
  table: RefObject<HTMLElement | null>
  total: number
  /** Returns the number of rows that fit on the screen. */
  perScreen: () => number
  /** Scrolls a row into view, which also renders it. */
  show: (index: number) => void
  /**
   * Called when the focus moves to another row. With Shift, `isChoosing` is true and the selection
   * is extended.
   */
  onMove: (from: number, to: number, isChoosing: boolean) => void
  /** Handlers of Space on a row, Ctrl+A and Escape. */
  onToggle: (index: number) => void
  onAll: () => void
  onNone: () => void
}

/**
 * Keyboard control of the guest table, which is a single tab stop. Arrow keys, Page Up, Page Down,
 * Home and End move from row to row, also to rows that are not rendered yet.
 */
export function useRowKeys(rows: Rows) {
  const { table, total, perScreen, show, onMove, onToggle, onAll, onNone } = rows
  const [current, setCurrent] = useState(0)
  // Row that gets the focus as soon as it is rendered.
  const pendingFocus = useRef<number | null>(null)

  useEffect(() => {
    if (pendingFocus.current === null) return
    const link = table.current?.querySelector<HTMLElement>(`[data-index="${pendingFocus.current}"]`)
    if (!link) return
    pendingFocus.current = null
    link.focus({ preventScroll: true })
  })

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, shiftKey } = event
    if (event.altKey || !(event.target as Element).closest('[data-row]')) return
    const act = {
      ' ': () => onToggle(current),
      Escape: onNone,
      a: ctrlKey || metaKey ? onAll : undefined,
    }[key]
    // A checkbox with the focus handles Space itself.
    if (act && !(key === ' ' && event.target instanceof HTMLInputElement)) {
      if (key !== 'Escape') event.preventDefault()
      return act()
    }
    if (metaKey) return
    const target = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + perScreen(),
      PageUp: current - perScreen(),
      Home: 0,
      End: total - 1,
    }[key]
    if (target === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(target, total - 1))
    onMove(current, next, shiftKey)
    pendingFocus.current = next
    setCurrent(next)
    show(next)
  }

  return { current: Math.min(current, Math.max(total - 1, 0)), setCurrent, onKeyDown }
}
