import { useSyncExternalStore } from 'react'
import type { BulkSelectionInput } from '@/lib/guests/bulk/schema'
import type { GuestQuery } from '../guest-query'
import { guestQueryParams } from '../guest-query'

/**
 * The selected guests: single guests, or all that the list finds except some. Stored outside the
 * table, so that a change renders one checkbox and not the whole list, and scrolling does not lose
 * it.
 */
export class GuestSelection {
  #isAll = false
  /** Ids of the selected guests or, if all are selected, of the exceptions. */
  #ids = new Set<number>()
  #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  get isAll() {
    return this.#isAll
  }

  get isEmpty() {
    return !this.#isAll && this.#ids.size === 0
  }

  has = (id: number) => this.#isAll !== this.#ids.has(id)

  /** Returns the number of selected guests. `total` is the number of guests that the list finds. */
  sizeOf = (total: number) => (this.#isAll ? Math.max(total - this.#ids.size, 0) : this.#ids.size)

  set(ids: number[], isChosen: boolean) {
    for (const id of ids)
      if (isChosen !== this.#isAll) this.#ids.add(id)
      else this.#ids.delete(id)
    this.#notify()
  }

  chooseAll = () => this.#reset(true)
  clear = () => this.#reset(false)

  /** Returns the selection as the API takes it. */
  toInput(query: GuestQuery): BulkSelectionInput {
    if (!this.#isAll) return { ids: [...this.#ids] }
    const { ordering: _, ...filter } = guestQueryParams(query)
    const activeFilters = Object.entries(filter).filter(([, value]) => value !== null)
    return { filter: Object.fromEntries(activeFilters), except: [...this.#ids] }
  }

  #reset(isAll: boolean) {
    this.#isAll = isAll
    this.#ids = new Set()
    this.#notify()
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }
}

/** Returns a value of the selection, and renders again when the value changes. */
export const useSelected = <T extends string | number | boolean>(
  selection: GuestSelection,
  getValue: () => T,
): T => useSyncExternalStore(selection.subscribe, getValue, getValue)

/** Range of row indexes, including both ends. */
export type ListRange = [from: number, to: number]

/**
 * Returns the rows to select (`on`) and to deselect (`off`) when the end of a range selection moves
 * from `before` to `now`. The range always covers all rows from `anchor` to its end.
 */
export function rangeDelta(anchor: number, before: number, now: number) {
  const rowsBetween = (a: number, b: number): ListRange => [Math.min(a, b), Math.max(a, b)]
  const isSameSide = (before - anchor) * (now - anchor) >= 0
  const grows = Math.abs(now - anchor) >= Math.abs(before - anchor)
  if (isSameSide && grows) return { on: rowsBetween(anchor, now), off: null }
  const step = Math.sign(before - anchor)
  const off = rowsBetween(isSameSide ? now + step : anchor + step, before)
  return { on: rowsBetween(anchor, now), off }
}

/**
 * Whether the ids of a range, read again from the server, are those of the shown rows. A shown row
 * that is not loaded is undefined.
 */
export const isAsShown = (shown: (number | undefined)[], read: number[]) =>
  shown.every((id, i) => id === undefined || id === read[i])
