'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { type ApiError, api } from '@/lib/api-client/client'
import type { Page } from '@/lib/api-client/types'
import { formatRange, setProblem, type Timed } from '@/lib/programme/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import { PROGRAMME_KEY } from './use-programme'

/**
 * Debounce in ms between the last key press and the request, so that holding an arrow key saves
 * only one move.
 */
const REST = 600

type Programme = Page<ProgrammeSet>

interface Options {
  sets: ProgrammeSet[]
  opensAt: string | null
}

/**
 * Moves sets on the timetable. A new position is shown at once, and saved after a pause of the
 * keys. An invalid position is marked as wrong, and is not saved until the set is moved again or
 * the move is cancelled.
 */
export function useMoves({ sets, opensAt }: Options) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<ReadonlyMap<number, Timed>>(new Map())
  const [said, setSaid] = useState('')
  const latest = useRef(wanted)
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const busy = useRef(new Set<number>())

  function want(id: number, place: Timed | null) {
    const next = new Map(latest.current)
    if (place) next.set(id, place)
    else next.delete(id)
    latest.current = next
    setWanted(next)
  }

  const stored = () => client.getQueryData<Programme>(PROGRAMME_KEY)?.rows ?? []

  async function save(id: number) {
    const place = latest.current.get(id)
    const before = stored().find((set) => set.id === id)
    if (!place || !before) return want(id, null)
    // Waits for the response of the previous move, which contains the expected values for this one.
    if (busy.current.has(id)) return saveSoon(id)
    if (isSamePlace(before, place)) return want(id, null)
    busy.current.add(id)
    try {
      const after = await api('PUT', '/programme/[id]', {
        params: { id },
        body: { ...placeOf(place), seen: placeOf(before) },
      })
      client.setQueryData<Programme>(PROGRAMME_KEY, (old) =>
        old ? { ...old, rows: old.rows.map((set) => (set.id === id ? after : set)) } : old,
      )
      setSaid(`Spremljeno. ${after.name}: ${formatRange(after)}, ${after.stage}.`)
      if (latest.current.get(id) === place) want(id, null)
    } catch (error) {
      const { detail } = error as ApiError
      want(id, null)
      setSaid(`Nije premješteno. ${detail}`)
      toast.error('Nije premješteno.', { description: detail })
      await client.invalidateQueries({ queryKey: PROGRAMME_KEY })
    } finally {
      busy.current.delete(id)
    }
  }

  function saveSoon(id: number) {
    clearTimeout(timers.current.get(id))
    timers.current.set(
      id,
      setTimeout(() => void save(id), REST),
    )
  }

  useEffect(() => {
    const all = timers.current
    return () => {
      for (const timer of all.values()) clearTimeout(timer)
    }
  }, [])

  const placed = sets.map((set) => ({ ...set, ...wanted.get(set.id) }))
  const isMoved = (id: number) => wanted.has(id)
  /** Returns why a set cannot be saved at a position; null if it can. */
  const problemOf = (set: ProgrammeSet, place: Timed) =>
    setProblem(
      { ...place, id: set.id },
      { others: placed, opensAt: place.startsAt === set.startsAt ? null : opensAt },
    )?.sentence ?? null

  return {
    placed,
    said,
    isMoved,
    hasUnsaved: wanted.size > 0,
    problemOf: (id: number) => {
      const place = wanted.get(id)
      const set = sets.find((one) => one.id === id)
      return place && set ? problemOf(set, place) : null
    },
    /** Moves a set by key. It is shown at once, and saved after the debounce. */
    nudge(set: ProgrammeSet, place: Timed, stage: string) {
      const original = sets.find(({ id }) => id === set.id) ?? set
      clearTimeout(timers.current.get(set.id))
      want(set.id, placeOf(place))
      const problem = problemOf(original, place)
      setSaid(problem ?? `${set.name}: ${formatRange(place)}, ${stage}.`)
      if (!problem) saveSoon(set.id)
    },
    /** Moves a set by dragging. From an invalid position it returns to the old one. */
    drop(set: ProgrammeSet, place: Timed) {
      const problem = problemOf(set, place)
      if (problem) {
        setSaid(`Nije premješteno. ${problem}`)
        toast.error('Nije premješteno.', { description: problem })
        return
      }
      want(set.id, placeOf(place))
      void save(set.id)
    },
    giveUp(set: ProgrammeSet) {
      clearTimeout(timers.current.get(set.id))
      want(set.id, null)
      setSaid(`${set.name}: na starom mjestu.`)
    },
  }
}

export type Moves = ReturnType<typeof useMoves>

const placeOf = ({ stageId, startsAt, endsAt }: Timed) => ({ stageId, startsAt, endsAt })

const isSamePlace = (a: Timed, b: Timed) =>
  a.stageId === b.stageId && a.startsAt === b.startsAt && a.endsAt === b.endsAt
