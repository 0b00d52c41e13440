'use client'

import { arrayMove } from '@dnd-kit/sortable'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import type { ApiError } from '@/lib/http/client'

export interface Sortable {
  id: number
  name: string
  /** Its place as the API has it: a number, or two digits. */
  order: number | string
}

interface Reordering<Row> {
  /** In the order that is stored. */
  rows: Row[]
  noun: string
  /** Stores new places for some of the list. */
  save: (places: Place[]) => Promise<unknown>
  /** The spec's sentence for the failure (section 8). */
  failed: string
}

export interface Place {
  id: number
  order: number
}

/**
 * Moves the things of a list, one request at a time. The new order is shown at once, and
 * taken back when it could not be stored.
 */
export function useReorder<Row extends Sortable>({ rows, noun, save, failed }: Reordering<Row>) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<number[] | null>(null)
  const [said, setSaid] = useState('')
  // The second of two quick presses comes before `isPending` is rendered.
  const busy = useRef(false)
  const { mutate, isPending } = useMutation<unknown, ApiError, Place[]>({
    mutationFn: save,
    onError: (error) => {
      setWanted(null)
      setSaid('Vraćen je stari poredak.')
      toast.error(failed, { description: reason(error) })
    },
    onSettled: async () => {
      busy.current = false
      await client.invalidateQueries({ queryKey: [noun] })
      setWanted(null)
    },
  })

  /** Puts a thing on a place of the list, counted from 0; one that there is not changes nothing. */
  function move(id: number, to: number, isQuiet = false) {
    const from = rows.findIndex((row) => row.id === id)
    const row = rows[from]
    if (busy.current || !row || from === to || !rows[to]) return
    busy.current = true
    const moved = arrayMove(rows, from, to)
    setWanted(moved.map((one) => one.id))
    setSaid(isQuiet ? '' : `${row.name}: ${to + 1}. mjesto od ${rows.length}.`)
    mutate(placesThatDiffer(rows, moved))
  }

  return { rows: wanted ? inOrder(rows, wanted) : rows, move, isPending, said }
}

/** The places stay those that the list has; only who holds them changes. */
const placesThatDiffer = (before: Sortable[], after: Sortable[]): Place[] =>
  after.flatMap(({ id }, at) => {
    const held = before[at]
    return held && held.id !== id ? [{ id, order: Number(held.order) }] : []
  })

function inOrder<Row extends Sortable>(rows: Row[], ids: number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const reason = ({ status, detail }: ApiError) =>
  status === 409 ? 'Netko je u međuvremenu promijenio popis. Sada ga vidite kakav jest.' : detail
