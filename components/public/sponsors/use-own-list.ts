'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { SponsorGuest, SponsorList } from '@/lib/sponsors/own-list-schema'

/** Polling interval of the sponsor list in ms, while the page is visible. */
const LOOK = 15_000

export interface WholeList {
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

const CONFLICTS = ['list_full', 'list_closed', 'pass_sent']

/** Whether the server has rejected the request (4xx) and so has stored nothing. */
export const isAnswer = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/**
 * Converts an error to a message: the server's own sentence for known conflicts and for 400, 404
 * and 429, else the sentence of rule 5.12.
 */
export function refusalOf(error: unknown, sentence: string): Refusal {
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
export function useSponsorList(slug: string, initial: WholeList | null) {
  const [whole, setWhole] = useState(initial)
  const [failure, setFailure] = useState<Refusal | null>(null)
  const [isReading, setReading] = useState(false)
  // Request counter. A response that was requested before a change is ignored, because it would
  // hide that change.
  const asked = useRef(0)

  const refresh = useCallback(async () => {
    const mine = ++asked.current
    setReading(true)
    try {
      const query = { slug }
      const [list, { rows }] = await Promise.all([
        api('GET', '/sponsors/public', { query }),
        api('GET', '/sponsors/public/guests', { query }),
      ])
      if (mine !== asked.current) return
      setWhole({ list, guests: rows })
      setFailure(null)
    } catch (error) {
      if (mine === asked.current) setFailure(refusalOf(error, SPONSOR_LIST_MESSAGES.loadFailed))
    } finally {
      if (mine === asked.current) setReading(false)
    }
  }, [slug])

  useEffect(() => {
    // Reports once that the link was opened. A failure has no effect here.
    api('POST', '/sponsors/public/opened', { body: { slug } }).catch(() => {})
  }, [slug])

  useEffect(() => {
    if (!initial) void refresh()
    const look = () => document.visibilityState === 'visible' && void refresh()
    const timer = setInterval(look, LOOK)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [initial, refresh])

  /** Waits for a write, and then reloads the list, also if the write has failed. */
  async function then<T>(write: Promise<T>): Promise<T> {
    asked.current++
    try {
      return await write
    } finally {
      await refresh()
    }
  }

  return {
    whole,
    failure,
    isReading,
    refresh,
    add: (guest: NewGuest) =>
      then(api('POST', '/sponsors/public/guests', { body: { slug, ...guest } })),
    addMany: (guests: NewGuest[]) =>
      then(api('POST', '/sponsors/public/guests/bulk', { body: { slug, guests } })),
    remove: (id: number) => then(api('DELETE', '/sponsors/public/guests', { query: { slug, id } })),
    setEmail: (id: number, email: string) =>
      then(api('PUT', '/sponsors/public/guests', { body: { slug, id, email } })),
    sendPasses: (ids: number[] | null) =>
      then(api('POST', '/sponsors/public/passes', { body: { slug, ids } })),
  }
}

export type SponsorListState = ReturnType<typeof useSponsorList>

/**
 * Runs one action at a time, since a second quick click may come before the button shows that it is
 * busy.
 */
export function useSingleFlight() {
  const busy = useRef(false)
  const [isBusy, setBusy] = useState(false)
  async function once(run: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    try {
      await run()
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  return { isBusy, once }
}
