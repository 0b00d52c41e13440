'use client'

import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { api } from '@/lib/api-client/client'
import { MAX_SELECTED } from '@/lib/guests/bulk/schema'
import type { Guest } from '@/lib/guests/schema'
import { type GuestQuery, questionQuery } from '../question'
import { GUESTS } from '../use-guests'
import { GuestSelection, isAsShown, type ListRange, rangeDelta, useSelected } from './selection'

/** Maximum number of rows per request, when a selected range contains rows that are not loaded. */
const AT_ONCE = 1000

async function idsBetween(question: GuestQuery, [from, to]: ListRange): Promise<number[]> {
  const ids: number[] = []
  for (let offset = from; offset <= to; offset += AT_ONCE) {
    const limit = Math.min(AT_ONCE, to - offset + 1)
    const query = { ...questionQuery(question), limit, offset, total: '0' as const }
    const { rows } = await api('GET', '/guests', { query })
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Selection of guests in the list, by mouse, keyboard or touch. */
export function useChoosing(question: GuestQuery, guestAt: (index: number) => Guest | undefined) {
  const client = useQueryClient()
  const [selection] = useState(() => new GuestSelection())
  const isEmpty = useSelected(selection, () => selection.isEmpty)
  /**
   * Whether the user has started a selection on a phone, where the checkboxes are hidden before
   * that.
   */
  const [isAsked, setAsked] = useState(false)
  const began = useRef<{ anchor: number; reached: number } | null>(null)

  // For a new query, `all` means other guests, so the selection of all is cleared. Guests selected
  // one by one stay selected.
  const { ordering: _, ...narrowing } = question
  const meant = hashKey([narrowing])
  const lastMeant = useRef(meant)
  useEffect(() => {
    if (lastMeant.current !== meant && selection.isAll) selection.clear()
    lastMeant.current = meant
    began.current = null
  }, [meant, selection])

  async function set(stretch: ListRange, isChosen: boolean) {
    const [from, to] = stretch
    if (to - from >= MAX_SELECTED) {
      toast.error('Odjednom se može odabrati najviše 20.000 gostiju. Za više odaberi sve s popisa.')
      return
    }
    const shown = Array.from({ length: to - from + 1 }, (_, i) => guestAt(from + i)?.id)
    const ids = shown.includes(undefined)
      ? await idsBetween(question, stretch)
      : shown.filter((id) => id !== undefined)
    if (isAsShown(shown, ids)) return selection.set(ids, isChosen)
    // Reads the list again, so that the button for its changes is there for certain.
    void client.invalidateQueries({ queryKey: [GUESTS, 'list'] })
    toast.error(
      'Popis se u međuvremenu promijenio. Pritisnite „Prikaži promjene” i ponovite odabir.',
    )
  }

  const reach = (from: number, to: number) => {
    const { anchor, reached } = began.current ?? { anchor: from, reached: from }
    began.current = { anchor, reached: to }
    const { on, off } = rangeDelta(anchor, reached, to)
    const failed = () => toast.error('Dio popisa nije učitan, pa odabir nije potpun.')
    ;(off ? set(off, false) : Promise.resolve()).then(() => set(on, true)).catch(failed)
  }

  return {
    selection,
    isEmpty,
    isChoosing: isAsked || !isEmpty,
    begin: () => setAsked(true),
    end() {
      setAsked(false)
      selection.clear()
    },
    /** Selects a row, or deselects it if it is selected. */
    toggle(index: number) {
      const guest = guestAt(index)
      if (!guest) return
      began.current = { anchor: index, reached: index }
      selection.set([guest.id], !selection.has(guest.id))
    },
    /** Extends the range selection from its start to the row `to`. */
    reach,
    /** Moves to another row. Without Shift, the next range selection starts there. */
    go(from: number, to: number, isChoosing: boolean) {
      if (isChoosing) reach(from, to)
      else began.current = null
    },
  }
}

export type Choosing = ReturnType<typeof useChoosing>
