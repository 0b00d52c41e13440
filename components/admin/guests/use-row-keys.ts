'use client'

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface Rows {
  table: RefObject<HTMLElement | null>
  total: number
  /** How many rows a screen holds. */
  perScreen: () => number
  /** Brings a row into sight, and so into the table. */
  show: (index: number) => void
  /** The keyboard goes to another row; with Shift, the choice goes along. */
  onGo: (from: number, to: number, isChoosing: boolean) => void
  /** Space on a row, Ctrl+A, Escape. */
  onToggle: (index: number) => void
  onAll: () => void
  onNone: () => void
}

/**
 * The table is one stop of the Tab key; arrows, Page and Home and End lead from row to row,
 * also to rows that are not in the document yet.
 */
export function useRowKeys(rows: Rows) {
  const { table, total, perScreen, show, onGo, onToggle, onAll, onNone } = rows
  const [current, setCurrent] = useState(0)
  // The row that is to have the keyboard as soon as it is there.
  const awaited = useRef<number | null>(null)

  useEffect(() => {
    if (awaited.current === null) return
    const link = table.current?.querySelector<HTMLElement>(`[data-index="${awaited.current}"]`)
    if (!link) return
    awaited.current = null
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
    // A box that has the keyboard is pressed by its own Space.
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
    onGo(current, next, shiftKey)
    awaited.current = next
    setCurrent(next)
    show(next)
  }

  return { current: Math.min(current, Math.max(total - 1, 0)), setCurrent, onKeyDown }
}
