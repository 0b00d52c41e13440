'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { SponsorGuest, SponsorList } from '@/lib/sponsors/own-list-schema'

/** Polling interval of the sponsor list in ms, while the page is visible. */
const POLL_INTERVAL_MS = 15_000

export interface SponsorListView {
  list: SponsorList
  guests: SponsorGuest[]
}

/**
 * Error shown to the sponsor: `sentence` is that of rule 5.12 or the server's own, `more` a detail.
 */
export interface Refusal {
  sentence: string
  more?: string
  code: string
}

const CONFLICTS = ['list_full', 'list_closed', 'pass_sent', 'guest_inside']

/** Whether the server has rejected the request (4xx) and so has stored nothing. */
export const isRejected = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/**
 * Converts an error to a message: the server's own sentence for known conflicts and for 400, 404
 * and 429, else the sentence of rule 5.12.
 */
export function toRefusal(error: unknown, sentence: string): Refusal {
  if (!(error instanceof ApiError)) return { sentence, code: 'unexpected' }
  const { detail, code, status } = error
  if (CONFLICTS.includes(code) || status === 400 || status === 404 || status === 429)
    return { sentence: detail, code }
  return { sentence, more: detail, code }
}

export interface NewGuest {
  name: string
  email: string | null
  again?: boolean
}

/** Loads a sponsor list, polls it, and returns it with the changes that the sponsor can make. */
export function useSponsorList(slug: string, initial: SponsorListView | null) {
  const [view, setView] = useState(initial)
  const [failure, setFailure] = useState<Refusal | null>(null)
  const [isReading, setReading] = useState(false)
  // Request counter. A response that was requested before a change is ignored, because it would
  // hide that change.
  const requestCount = useRef(0)

  const refresh = useCallback(async () => {
    const requestNumber = ++requestCount.current
    setReading(true)
    try {
      const query = { slug }
      const [list, { rows }] = await Promise.all([
        api('GET', '/sponsors/public', { query }),
        api('GET', '/sponsors/public/guests', { query }),
      ])
      if (requestNumber !== requestCount.current) return
      setView({ list, guests: rows })
      setFailure(null)
    } catch (error) {
      if (requestNumber === requestCount.current)
        setFailure(toRefusal(error, SPONSOR_LIST_MESSAGES.loadFailed))
    } finally {
      if (requestNumber === requestCount.current) setReading(false)
    }
  }, [slug])

  useEffect(() => {
    // Reports once that the link was opened. A failure has no effect here.
    api('POST', '/sponsors/public/opened', { body: { slug } }).catch(() => {})
  }, [slug])

  useEffect(() => {
    if (!initial) void refresh()
    const poll = () => document.visibilityState === 'visible' && void refresh()
    const timer = setInterval(poll, POLL_INTERVAL_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [initial, refresh])

  /** Waits for a write, and then reloads the list, also if the write has failed. */
  async function withRefresh<T>(write: Promise<T>): Promise<T> {
    requestCount.current++
    try {
      return await write
    } finally {
      await refresh()
    }
  }

  return {
    view,
    failure,
    isReading,
    refresh,
    add: (guest: NewGuest) =>
      withRefresh(api('POST', '/sponsors/public/guests', { body: { slug, ...guest } })),
    addMany: (guests: NewGuest[]) =>
      withRefresh(api('POST', '/sponsors/public/guests/bulk', { body: { slug, guests } })),
    remove: (id: number) =>
      withRefresh(api('DELETE', '/sponsors/public/guests', { query: { slug, id } })),
    setEmail: (id: number, email: string) =>
      withRefresh(api('PUT', '/sponsors/public/guests', { body: { slug, id, email } })),
    sendPasses: (ids: number[] | null) =>
      withRefresh(api('POST', '/sponsors/public/passes', { body: { slug, ids } })),
  }
}

export type SponsorListState = ReturnType<typeof useSponsorList>

/**
 * Runs one action at a time, since a second quick click may come before the button shows that it is
 * busy.
 */
export function useSingleFlight() {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  async function runSingle(action: () => Promise<void>) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await action()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, runSingle }
}
