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
const SAVE_DEBOUNCE_MS = 600

type Programme = Page<ProgrammeSet>

/** A move of a set that is not saved yet. */
interface PendingMove {
  place: Timed
  /**
   * Stored place when the move started. The save expects it, so that it does not overwrite a move
   * of another user.
   */
  seen: Timed
}

interface Options {
  sets: ProgrammeSet[]
  opensAt: string | null
}

/**
 * Moves sets on the timetable. A new position is shown at once, and saved after a pause of the
 * keys. An invalid position is shown as an error, and is saved when it becomes valid: when the set
 * is moved again, or when other sets free the place.
 */
export function useMoves({ sets, opensAt }: Options) {
  const client = useQueryClient()
  const [pendingMoves, setPendingMoves] = useState<ReadonlyMap<number, PendingMove>>(new Map())
  const [announcement, setAnnouncement] = useState('')
  const latestMoves = useRef(pendingMoves)
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const savingIds = useRef(new Set<number>())

  /** Sets or discards (null) the pending move of a set, and cancels its planned save. */
  function replacePendingMove(id: number, pending: PendingMove | null) {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    const next = new Map(latestMoves.current)
    if (pending) next.set(id, pending)
    else next.delete(id)
    latestMoves.current = next
    setPendingMoves(next)
  }

  const stored = () => client.getQueryData<Programme>(PROGRAMME_KEY)?.rows ?? []

  function move(set: ProgrammeSet, place: Timed) {
    const before = latestMoves.current.get(set.id)?.seen ?? stored().find(({ id }) => id === set.id)
    replacePendingMove(set.id, { place: placeOf(place), seen: placeOf(before ?? set) })
  }

  async function save(id: number) {
    const pending = latestMoves.current.get(id)
    const before = stored().find((set) => set.id === id)
    if (!pending || !before) return replacePendingMove(id, null)
    // Waits for the response of the previous move, which contains the expected values for this one.
    if (savingIds.current.has(id)) return saveSoon(id)
    const { place, seen } = pending
    if (isSamePlace(before, place) || isSamePlace(seen, place)) return replacePendingMove(id, null)
    savingIds.current.add(id)
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
      setAnnouncement(`Spremljeno. ${after.name}: ${formatRange(after)}, ${after.stage}.`)
      const newer = latestMoves.current.get(id)
      if (newer)
        replacePendingMove(id, newer === pending ? null : { ...newer, seen: placeOf(after) })
    } catch (error) {
      const { detail } = error as ApiError
      replacePendingMove(id, null)
      setAnnouncement(`Nije premješteno. ${detail}`)
      toast.error('Nije premješteno.', { description: detail })
      await client.invalidateQueries({ queryKey: PROGRAMME_KEY })
    } finally {
      savingIds.current.delete(id)
    }
  }

  function saveSoon(id: number) {
    clearTimeout(timers.current.get(id))
    timers.current.set(
      id,
      setTimeout(() => {
        timers.current.delete(id)
        void save(id)
      }, SAVE_DEBOUNCE_MS),
    )
  }

  useEffect(() => {
    const all = timers.current
    return () => {
      for (const timer of all.values()) clearTimeout(timer)
    }
  }, [])

  const placed = sets.map((set) => ({ ...set, ...pendingMoves.get(set.id)?.place }))
  const isMoved = (id: number) => pendingMoves.has(id)
  /**
   * Returns why a set cannot be saved at a position; null if it can. The position must be free of
   * other sets where they are shown and also where they are stored, since the server knows only the
   * latter.
   */
  const problemAt = (id: number, place: Timed) => {
    const set = sets.find((listed) => listed.id === id)
    // The save of a deleted set discards the move.
    if (!set) return null
    const hasSameStart = place.startsAt === set.startsAt
    const context = { others: [...placed, ...sets], opensAt: hasSameStart ? null : opensAt }
    return setProblem({ ...placeOf(place), id }, context)?.sentence ?? null
  }

  // Runs after each render, because a move can become possible by any change of the other sets.
  useEffect(() => {
    for (const [id, { place }] of pendingMoves)
      if (!timers.current.has(id) && !problemAt(id, place)) saveSoon(id)
  })

  return {
    placed,
    announcement,
    isMoved,
    hasUnsaved: pendingMoves.size > 0,
    getProblem: (id: number) => {
      const pending = pendingMoves.get(id)
      return pending ? problemAt(id, pending.place) : null
    },
    /** Moves a set by key. It is shown at once, and saved after the debounce. */
    moveByKey(set: ProgrammeSet, place: Timed, stage: string) {
      move(set, place)
      setAnnouncement(problemAt(set.id, place) ?? `${set.name}: ${formatRange(place)}, ${stage}.`)
    },
    /** Moves a set by dragging. From an invalid position it returns to the old one. */
    moveByDrag(set: ProgrammeSet, place: Timed) {
      const problem = problemAt(set.id, place)
      if (problem) {
        setAnnouncement(`Nije premješteno. ${problem}`)
        toast.error('Nije premješteno.', { description: problem })
        return
      }
      move(set, place)
      void save(set.id)
    },
    discard(set: ProgrammeSet) {
      replacePendingMove(set.id, null)
      setAnnouncement(`${set.name}: na starom mjestu.`)
    },
  }
}

export type Moves = ReturnType<typeof useMoves>

const placeOf = ({ stageId, startsAt, endsAt }: Timed) => ({ stageId, startsAt, endsAt })

const isSamePlace = (a: Timed, b: Timed) =>
  a.stageId === b.stageId && a.startsAt === b.startsAt && a.endsAt === b.endsAt
