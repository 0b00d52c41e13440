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

/** A move of a set that is not saved yet. */
interface Wish {
  place: Timed
  /**
   * Stored place when the move began. The save expects it, so that it does not overwrite a move of
   * another user.
   */
  seen: Timed
}

interface Options {
  sets: ProgrammeSet[]
  opensAt: string | null
}

/**
 * Moves sets on the timetable. A new position is shown at once, and saved after a pause of the
 * keys. An invalid position is marked as wrong, and is saved when it becomes valid: when the set is
 * moved again, or when other sets have made room.
 */
export function useMoves({ sets, opensAt }: Options) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<ReadonlyMap<number, Wish>>(new Map())
  const [said, setSaid] = useState('')
  const latest = useRef(wanted)
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const busy = useRef(new Set<number>())

  /** Sets or drops (null) the wish of a set, and cancels its planned save. */
  function want(id: number, wish: Wish | null) {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    const next = new Map(latest.current)
    if (wish) next.set(id, wish)
    else next.delete(id)
    latest.current = next
    setWanted(next)
  }

  const stored = () => client.getQueryData<Programme>(PROGRAMME_KEY)?.rows ?? []

  function move(set: ProgrammeSet, place: Timed) {
    const before = latest.current.get(set.id)?.seen ?? stored().find(({ id }) => id === set.id)
    want(set.id, { place: placeOf(place), seen: placeOf(before ?? set) })
  }

  async function save(id: number) {
    const wish = latest.current.get(id)
    const before = stored().find((set) => set.id === id)
    if (!wish || !before) return want(id, null)
    // Waits for the response of the previous move, which contains the expected values for this one.
    if (busy.current.has(id)) return saveSoon(id)
    const { place, seen } = wish
    if (isSamePlace(before, place) || isSamePlace(seen, place)) return want(id, null)
    busy.current.add(id)
    try {
      const after = await api('PUT', '/programme/[id]', {
        params: { id },
        body: { ...place, seen: placeOf(seen) },
      })
      client.setQueryData<Programme>(PROGRAMME_KEY, (old) =>
        old ? { ...old, rows: old.rows.map((set) => (set.id === id ? after : set)) } : old,
      )
      // The stages show the number of their sets.
      void client.invalidateQueries({ queryKey: ['stages'] })
      setSaid(`Spremljeno. ${after.name}: ${formatRange(after)}, ${after.stage}.`)
      const newer = latest.current.get(id)
      if (newer) want(id, newer === wish ? null : { ...newer, seen: placeOf(after) })
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
      setTimeout(() => {
        timers.current.delete(id)
        void save(id)
      }, REST),
    )
  }

  useEffect(() => {
    const all = timers.current
    return () => {
      for (const timer of all.values()) clearTimeout(timer)
    }
  }, [])

  const placed = sets.map((set) => ({ ...set, ...wanted.get(set.id)?.place }))
  const isMoved = (id: number) => wanted.has(id)
  /**
   * Returns why a set cannot be saved at a position; null if it can. The position must be free of
   * other sets where they are shown and also where they are stored, since the server knows only the
   * latter.
   */
  const problemAt = (id: number, place: Timed) => {
    const set = sets.find((one) => one.id === id)
    // The save of a deleted set drops the wish.
    if (!set) return null
    const isThere = place.startsAt === set.startsAt
    const around = { others: [...placed, ...sets], opensAt: isThere ? null : opensAt }
    return setProblem({ ...placeOf(place), id }, around)?.sentence ?? null
  }

  // Runs after each render, because a move can become possible by any change of the other sets.
  useEffect(() => {
    for (const [id, { place }] of wanted)
      if (!timers.current.has(id) && !problemAt(id, place)) saveSoon(id)
  })

  return {
    placed,
    said,
    isMoved,
    hasUnsaved: wanted.size > 0,
    problemOf: (id: number) => {
      const wish = wanted.get(id)
      return wish ? problemAt(id, wish.place) : null
    },
    /** Moves a set by key. It is shown at once, and saved after the debounce. */
    nudge(set: ProgrammeSet, place: Timed, stage: string) {
      move(set, place)
      setSaid(problemAt(set.id, place) ?? `${set.name}: ${formatRange(place)}, ${stage}.`)
    },
    /** Moves a set by dragging. From an invalid position it returns to the old one. */
    drop(set: ProgrammeSet, place: Timed) {
      const problem = problemAt(set.id, place)
      if (problem) {
        setSaid(`Nije premješteno. ${problem}`)
        toast.error('Nije premješteno.', { description: problem })
        return
      }
      move(set, place)
      void save(set.id)
    },
    giveUp(set: ProgrammeSet) {
      want(set.id, null)
      setSaid(`${set.name}: na starom mjestu.`)
    },
  }
}

export type Moves = ReturnType<typeof useMoves>

const placeOf = ({ stageId, startsAt, endsAt }: Timed) => ({ stageId, startsAt, endsAt })

const isSamePlace = (a: Timed, b: Timed) =>
  a.stageId === b.stageId && a.startsAt === b.startsAt && a.endsAt === b.endsAt
