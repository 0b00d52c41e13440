import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, apiList } from '@/lib/http/client'
import type { MailState } from '@/lib/mail/rules'
import type { Mail, MailCounts, WholeMail } from '@/lib/mail/schema'

export const MAILS = ['mails']
export const PAGE_SIZE = 25

/** Milliseconds until the next look: soon while something is on its way. */
const SOON = 2_000
const SLOW = 20_000

export interface MailFilter {
  search: string
  state: MailState | null
  /** From 0. */
  page: number
}

export const useMailCounts = () =>
  useQuery({
    queryKey: [...MAILS, 'counts'],
    queryFn: ({ signal }) => api<MailCounts>('GET', '/mailer/counts/', undefined, signal),
    refetchInterval: ({ state }) => (state.data?.queued ? SOON : SLOW),
    networkMode: 'always',
  })

export const useMailList = (filter: MailFilter, isBusy: boolean) =>
  useQuery({
    queryKey: [...MAILS, 'list', filter],
    queryFn: ({ signal }) => apiList<Mail>(path(filter), signal),
    refetchInterval: isBusy ? SOON : SLOW,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })

export const useMail = (id: string) =>
  useQuery({
    queryKey: [...MAILS, 'one', id],
    queryFn: ({ signal }) => api<WholeMail>('GET', `/mailer/${id}/`, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'queued' ? SOON : false),
    networkMode: 'always',
  })

function path({ search, state, page }: MailFilter): string {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    offset: String(page * PAGE_SIZE),
  })
  if (search) query.set('search', search)
  if (state) query.set('state', state)
  return `/mailer/?${query}`
}
