import { useSyncExternalStore } from 'react'
import type { BulkSelectionInput } from '@/lib/guests/bulk/schema'
import type { GuestQuery } from '../question'
import { questionQuery } from '../question'

/**
 * The guests that are chosen: some, or all whom the list finds but for some. It stands outside
 * the table, so that a choice draws one box anew and not the list, and outlives any scrolling.
 */
export class GuestSelection {
  #isAll = false
  /** Chosen, or of all the exceptions. */
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

  /** How many, where the list finds so many. */
  sizeOf = (total: number) => (this.#isAll ? Math.max(total - this.#ids.size, 0) : this.#ids.size)

  set(ids: number[], isChosen: boolean) {
    for (const id of ids)
      if (isChosen !== this.#isAll) this.#ids.add(id)
      else this.#ids.delete(id)
    this.#tell()
  }

  chooseAll = () => this.#begin(true)
  clear = () => this.#begin(false)

  /** As the API takes it. */
  asked(question: GuestQuery): BulkSelectionInput {
    if (!this.#isAll) return { ids: [...this.#ids] }
    const { ordering: _, ...filter } = questionQuery(question)
    const given = Object.entries(filter).filter(([, value]) => value !== null)
    return { filter: Object.fromEntries(given), except: [...this.#ids] }
  }

  #begin(isAll: boolean) {
    this.#isAll = isAll
    this.#ids = new Set()
    this.#tell()
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

/** What one asks of the selection, kept up to date. */
export const useSelected = <T extends string | number | boolean>(
  selection: GuestSelection,
  ask: () => T,
): T => useSyncExternalStore(selection.subscribe, ask, ask)

/** Rows from one to another, both of them among these. */
export type ListRange = [from: number, to: number]

/**
 * What changes when a choice that began at `anchor` and reached `before` reaches `now`: as in
 * any list, it holds all from where it began to where one is.
 */
export function rangeDelta(anchor: number, before: number, now: number) {
  const stretch = (a: number, b: number): ListRange => [Math.min(a, b), Math.max(a, b)]
  const isBeyond = (before - anchor) * (now - anchor) >= 0
  const grows = Math.abs(now - anchor) >= Math.abs(before - anchor)
  if (isBeyond && grows) return { on: stretch(anchor, now), off: null }
  const step = Math.sign(before - anchor)
  const off = stretch(isBeyond ? now + step : anchor + step, before)
  return { on: stretch(anchor, now), off }
}
