import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, apiList } from '@/lib/http/client'
import type { MailBatch, MailServiceState } from '@/lib/mails/batch-schema'
import { isOnItsWay, type MailState, type MailTemplate } from '@/lib/mails/rules'
import type { Mail, MailCounts, WholeMail } from '@/lib/mails/schema'

export const MAILS = ['mails']
export const PAGE_SIZE = 25

/** Milliseconds until the next look: soon while something is on its way. */
const SOON = 2_000
const SLOW = 20_000

export interface MailFilter {
  search: string
  state: MailState | null
  template: MailTemplate | null
  /** Of one sending of many. */
  batch: string | null
  /** From 0. */
  page: number
}

export const useMailCounts = () =>
  useQuery({
    queryKey: [...MAILS, 'counts'],
    queryFn: ({ signal }) => api<MailCounts>('GET', '/mailer/counts/', undefined, signal),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? SOON : SLOW),
  })

/** Something is on its way. */
export const isBusy = (counts: MailCounts) => counts.queued + counts.sending > 0

export const useMailList = (filter: MailFilter, busy: boolean) =>
  useQuery({
    queryKey: [...MAILS, 'list', filter],
    queryFn: ({ signal }) => apiList<Mail>(path(filter), signal),
    refetchInterval: busy ? SOON : SLOW,
    placeholderData: keepPreviousData,
  })

export const useMail = (id: string) =>
  useQuery({
    queryKey: [...MAILS, 'one', id],
    queryFn: ({ signal }) => api<WholeMail>('GET', `/mailer/${id}/`, undefined, signal),
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data.state) ? SOON : false),
  })

/** The latest sendings of many, those under way first. */
export const useMailBatches = () =>
  useQuery({
    queryKey: [...MAILS, 'batches'],
    queryFn: ({ signal }) => apiList<MailBatch>('/mailer/batches/?limit=5', signal),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((batch) => batch.waiting > 0) ? SOON / 2 : SLOW,
  })

export const useMailService = (busy: boolean) =>
  useQuery({
    queryKey: [...MAILS, 'service'],
    queryFn: ({ signal }) => api<MailServiceState>('GET', '/mailer/service/', undefined, signal),
    refetchInterval: busy ? SOON : SLOW,
  })

function path({ search, state, template, batch, page }: MailFilter): string {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    offset: String(page * PAGE_SIZE),
  })
  for (const [name, value] of Object.entries({ search, state, template, batch }))
    if (value) query.set(name, value)
  return `/mailer/?${query}`
}
