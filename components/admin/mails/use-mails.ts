import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { api } from '@/lib/api-client/client'
import { isMailPending } from '@/lib/mail/rules'
import type { MailCounts } from '@/lib/mail/schema'

export const MAILS_KEY = ['mails']

/** Polling intervals in ms. The short one applies while a mail is queued or being sent. */
const BUSY_INTERVAL_MS = 2_000
const IDLE_INTERVAL_MS = 20_000

/** Returns the polling interval in ms. */
export const pollingIntervalMs = (isBusy: boolean) => (isBusy ? BUSY_INTERVAL_MS : IDLE_INTERVAL_MS)

export const useMailCounts = () =>
  useQuery({
    queryKey: [...MAILS_KEY, 'counts'],
    queryFn: ({ signal }) => api('GET', '/mailer/counts', { signal }),
    refetchInterval: ({ state }) =>
      pollingIntervalMs(state.data !== undefined && hasPendingMails(state.data)),
  })

/** Whether any mail is queued or being sent. */
export const hasPendingMails = (counts: MailCounts) => counts.queued + counts.sending > 0

export const useMail = (id: string) =>
  useQuery({
    queryKey: [...MAILS_KEY, 'one', id],
    queryFn: ({ signal }) => api('GET', '/mailer/[id]', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data && isMailPending(state.data.state) ? BUSY_INTERVAL_MS : false,
  })

/** Loads the latest five mail batches, those in progress first. */
export const useMailBatches = () =>
  useQuery({
    queryKey: [...MAILS_KEY, 'batches'],
    queryFn: ({ signal }) => api('GET', '/mailer/batches', { query: { limit: 5 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((batch) => batch.waiting > 0) ? BUSY_INTERVAL_MS / 2 : IDLE_INTERVAL_MS,
  })

export const useMailService = (isBusy: boolean) =>
  useQuery({
    queryKey: [...MAILS_KEY, 'service'],
    queryFn: ({ signal }) => api('GET', '/mailer/service', { signal }),
    refetchInterval: pollingIntervalMs(isBusy),
  })

/**
 * Keeps the id of the opened mail in the URL, so that a link to it can be shared and the Back
 * button closes it.
 */
export function useOpenedMail() {
  const openId = useSearchParams().get('mail')
  const mailUrl = (id: string | null) => {
    const params = new URLSearchParams(location.search)
    if (id) params.set('mail', id)
    else params.delete('mail')
    return `?${params}`
  }
  return {
    openId,
    open: (id: string) => history.pushState(null, '', mailUrl(id)),
    /** Shows another mail without a new history entry; null closes the mail. */
    replaceOpen: (id: string | null) => history.replaceState(null, '', mailUrl(id)),
  }
}
