'use client'

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface Rows {
  table: RefObject<HTMLElement | null>
  total: number
  /** How many rows a screen holds. */
  perScreen: () => number
  /** Brings a row into sight, and so into the table. */
  show: (index: number) => void
}

/**
 * The table is one stop of the Tab key; arrows, Page and Home and End lead from row to row,
 * also to rows that are not in the document yet.
 */
export function useRowKeys({ table, total, perScreen, show }: Rows) {
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
    if (event.altKey || event.metaKey || !(event.target as Element).closest('[data-index]')) return
    const target = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + perScreen(),
      PageUp: current - perScreen(),
      Home: 0,
      End: total - 1,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(target, total - 1))
    awaited.current = next
    setCurrent(next)
    show(next)
  }

  return { current: Math.min(current, Math.max(total - 1, 0)), setCurrent, onKeyDown }
}
