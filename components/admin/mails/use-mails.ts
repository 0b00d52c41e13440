import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '@/lib/http/client'
import { isOnItsWay, type MailState, type MailTemplate } from '@/lib/mails/rules'
import type { MailCounts } from '@/lib/mails/schema'

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
    queryFn: ({ signal }) => api('GET', '/mailer/counts', { signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? SOON : SLOW),
  })

/** Something is on its way. */
export const isBusy = (counts: MailCounts) => counts.queued + counts.sending > 0

export const useMailList = (filter: MailFilter, busy: boolean) =>
  useQuery({
    queryKey: [...MAILS, 'list', filter],
    queryFn: ({ signal }) => api('GET', '/mailer', { query: queryOf(filter), signal }),
    refetchInterval: busy ? SOON : SLOW,
    placeholderData: keepPreviousData,
  })

export const useMail = (id: string) =>
  useQuery({
    queryKey: [...MAILS, 'one', id],
    queryFn: ({ signal }) => api('GET', '/mailer/[id]', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data.state) ? SOON : false),
  })

/** The latest sendings of many, those under way first. */
export const useMailBatches = () =>
  useQuery({
    queryKey: [...MAILS, 'batches'],
    queryFn: ({ signal }) => api('GET', '/mailer/batches', { query: { limit: 5 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((batch) => batch.waiting > 0) ? SOON / 2 : SLOW,
  })

export const useMailService = (busy: boolean) =>
  useQuery({
    queryKey: [...MAILS, 'service'],
    queryFn: ({ signal }) => api('GET', '/mailer/service', { signal }),
    refetchInterval: busy ? SOON : SLOW,
  })

const queryOf = ({ page, ...narrowed }: MailFilter) => ({
  ...narrowed,
  limit: PAGE_SIZE,
  offset: page * PAGE_SIZE,
})
