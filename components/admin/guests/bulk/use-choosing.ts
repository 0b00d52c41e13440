'use client'

import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { api } from '@/lib/api-client/client'
import { MAX_SELECTED } from '@/lib/guests/bulk/schema'
import type { Guest } from '@/lib/guests/schema'
import { type GuestQuery, guestQueryParams } from '../guest-query'
import { GUESTS } from '../use-guests'
import { GuestSelection, isAsShown, type ListRange, rangeDelta, useSelected } from './selection'

/** Maximum number of rows per request, when a selected range contains rows that are not loaded. */
const ROWS_PER_REQUEST = 1000

async function idsBetween(query: GuestQuery, [from, to]: ListRange): Promise<number[]> {
  const ids: number[] = []
  for (let offset = from; offset <= to; offset += ROWS_PER_REQUEST) {
    const limit = Math.min(ROWS_PER_REQUEST, to - offset + 1)
    const params = { ...guestQueryParams(query), limit, offset, total: '0' as const }
    const { rows } = await api('GET', '/guests', { query: params })
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Selection of guests in the list, by mouse, keyboard or touch. */
export function useChoosing(query: GuestQuery, guestAt: (index: number) => Guest | undefined) {
  const client = useQueryClient()
  const [selection] = useState(() => new GuestSelection())
  const isEmpty = useSelected(selection, () => selection.isEmpty)
  /**
   * Whether the user has started a selection on a phone, where the checkboxes are hidden before
   * that.
   */
  const [hasStarted, setStarted] = useState(false)
  const shiftRange = useRef<{ anchor: number; reached: number } | null>(null)

  // For a new query, `all` means other guests, so the selection of all is cleared. Guests selected
  // one by one stay selected.
  const { ordering: _, ...filters } = query
  const queryHash = hashKey([filters])
  const lastQueryHash = useRef(queryHash)
  useEffect(() => {
    if (lastQueryHash.current !== queryHash && selection.isAll) selection.clear()
    lastQueryHash.current = queryHash
    shiftRange.current = null
  }, [queryHash, selection])

  async function set(range: ListRange, isChosen: boolean) {
    const [from, to] = range
    if (to - from >= MAX_SELECTED) {
      toast.error('Odjednom se može odabrati najviše 20.000 gostiju. Za više odaberi sve s popisa.')
      return
    }
    const shown = Array.from({ length: to - from + 1 }, (_, i) => guestAt(from + i)?.id)
    const ids = shown.includes(undefined)
      ? await idsBetween(query, range)
      : shown.filter((id) => id !== undefined)
    if (isAsShown(shown, ids)) return selection.set(ids, isChosen)
    // Reads the list again, so that the button for its changes is there for certain.
    void client.invalidateQueries({ queryKey: [GUESTS, 'list'] })
    toast.error(
      'Popis se u međuvremenu promijenio. Pritisnite „Prikaži promjene” i ponovite odabir.',
    )
  }

  const extendRange = (from: number, to: number) => {
    const { anchor, reached } = shiftRange.current ?? { anchor: from, reached: from }
    shiftRange.current = { anchor, reached: to }
    const { on, off } = rangeDelta(anchor, reached, to)
    const showError = () => toast.error('Dio popisa nije učitan, pa odabir nije potpun.')
    ;(off ? set(off, false) : Promise.resolve()).then(() => set(on, true)).catch(showError)
  }

  return {
    selection,
    isEmpty,
    isChoosing: hasStarted || !isEmpty,
    start: () => setStarted(true),
    end() {
      setStarted(false)
      selection.clear()
    },
    /** Selects a row, or deselects it if it is selected. */
    toggle(index: number) {
      const guest = guestAt(index)
      if (!guest) return
      shiftRange.current = { anchor: index, reached: index }
      selection.set([guest.id], !selection.has(guest.id))
    },
    /** Extends the range selection from its start to the row `to`. */
    extendRange,
    /** Moves to another row. Without Shift, the next range selection starts there. */
    moveTo(from: number, to: number, isChoosing: boolean) {
      if (isChoosing) extendRange(from, to)
      else shiftRange.current = null
    },
  }
}

export type Choosing = ReturnType<typeof useChoosing>
