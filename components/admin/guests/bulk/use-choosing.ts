'use client'

import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { api } from '@/lib/api-client/client'
import { MOST_CHOSEN } from '@/lib/guests/bulk/schema'
import type { Guest } from '@/lib/guests/schema'
import { type GuestQuery, questionQuery } from '../question'
import { GuestSelection, type ListRange, rangeDelta, useSelected } from './selection'

/** Rows that are asked for at once when a choice reaches over some that are not there. */
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

/** Choosing guests of the list, with the mouse, the keyboard or a thumb. */
export function useChoosing(question: GuestQuery, guestAt: (index: number) => Guest | undefined) {
  const [selection] = useState(() => new GuestSelection())
  const isEmpty = useSelected(selection, () => selection.isEmpty)
  /** On a phone one says first that one wants to choose. */
  const [isAsked, setAsked] = useState(false)
  const began = useRef<{ anchor: number; reached: number } | null>(null)

  // What all are is another thing by now; who was chosen one by one stays so.
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
    if (to - from >= MOST_CHOSEN) {
      toast.error('Odjednom se može odabrati najviše 20.000 gostiju. Za više odaberi sve s popisa.')
      return
    }
    const here = Array.from({ length: to - from + 1 }, (_, i) => guestAt(from + i)?.id)
    const ids = here.includes(undefined)
      ? await idsBetween(question, stretch)
      : here.filter((id) => id !== undefined)
    selection.set(ids, isChosen)
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
    /** Chooses a row, or no longer. */
    toggle(index: number) {
      const guest = guestAt(index)
      if (!guest) return
      began.current = { anchor: index, reached: index }
      selection.set([guest.id], !selection.has(guest.id))
    },
    /** All rows from where one began. */
    reach,
    /** Where one goes without choosing, the next choice begins. */
    go(from: number, to: number, isChoosing: boolean) {
      if (isChoosing) reach(from, to)
      else began.current = null
    },
  }
}

export type Choosing = ReturnType<typeof useChoosing>
