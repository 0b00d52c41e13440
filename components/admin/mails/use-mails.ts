import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { api } from '@/lib/api-client/client'
import {
  isOnItsWay,
  MAIL_STATES,
  MAIL_TEMPLATES,
  type MailState,
  type MailTemplate,
} from '@/lib/mail/rules'
import type { MailCounts } from '@/lib/mail/schema'

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

/**
 * What is shown stands in the address: a reload keeps it, a link can be handed on, and
 * the way back closes an opened mail.
 */
export function useMailAddress() {
  const params = useSearchParams()
  const filter: MailFilter = {
    search: params.get('trazi') ?? '',
    state: MAIL_STATES.find((state) => state === params.get('stanje')) ?? null,
    template: MAIL_TEMPLATES.find((template) => template === params.get('vrsta')) ?? null,
    batch: params.get('slanje'),
    page: Math.max(Math.trunc(Number(params.get('stranica')) || 1) - 1, 0),
  }

  const address = (change: Record<string, string | null>) => {
    // The address itself: `params` follows a change only with the next rendering.
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value)
      else next.delete(name)
    return `?${next}`
  }

  return {
    filter,
    openId: params.get('mail'),
    /** Anything new to look for starts on the first page. */
    setFilter: ({ search, state, template, batch, page = 0 }: Partial<MailFilter>) =>
      history.replaceState(
        null,
        '',
        address({
          stranica: page > 0 ? String(page + 1) : null,
          ...(search !== undefined && { trazi: search }),
          ...(state !== undefined && { stanje: state }),
          ...(template !== undefined && { vrsta: template }),
          ...(batch !== undefined && { slanje: batch }),
        }),
      ),
    open: (id: string) => history.pushState(null, '', address({ mail: id })),
    /** Another mail in the place of the one that is open, or none. */
    replaceOpen: (id: string | null) => history.replaceState(null, '', address({ mail: id })),
  }
}
