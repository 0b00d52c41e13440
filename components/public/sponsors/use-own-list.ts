'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { SponsorGuest, SponsorList } from '@/lib/sponsors/own-list-schema'

/** Milliseconds between two looks at the list while it is on the screen. */
const LOOK = 15_000

export interface WholeList {
  list: SponsorList
  guests: SponsorGuest[]
}

/** What could not be done: the sentence of rule 5.12 or the server's own, and more where there is more. */
export interface Refusal {
  sentence: string
  more?: string
  code: string
}

const CONFLICTS = ['list_full', 'list_closed', 'pass_sent']

/** Whether the server has said no, and so has stored nothing. */
export const isAnswer = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** The sentence of rule 5.12, or the server's where it knows better. */
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

/** The sponsor's list as the server has it, and what the sponsor can do with it. */
export function useSponsorList(slug: string, initial: WholeList | null) {
  const [whole, setWhole] = useState(initial)
  const [failure, setFailure] = useState<Refusal | null>(null)
  const [isReading, setReading] = useState(false)
  // An answer that was asked for before a change must not undo what that change has shown.
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
    // Said once that the link has been opened; whether that is heard changes nothing here.
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

  /** Whatever came of a write, the list is shown as the server has it now. */
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

/** Runs one thing at a time: the second of two quick presses comes before it can be drawn. */
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
