'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from 'sonner'
import { useApiMutation } from '@/components/admin/data/use-write'
import { formatNumber } from '@/components/ui/grouped'
import { api } from '@/lib/api-client/client'
import { BULK_LABELS } from '@/lib/guests/bulk/rules'
import type { BulkActionInput, BulkJob, BulkSelectionInput } from '@/lib/guests/bulk/schema'
import { GUESTS } from '../use-guests'

/**
 * Polling interval in ms: OFTEN while a job is running, otherwise SELDOM, to find jobs that others
 * start.
 */
const OFTEN = 700
const SELDOM = 15_000

export const isGoing = ({ state }: Pick<BulkJob, 'state'>) =>
  state === 'running' || state === 'undoing'

const JOBS = [GUESTS, 'bulk']

/** Jobs that were started or undone on this page, until the page has seen their end. */
const own = new Map<string, 'begun' | 'undone'>()

/**
 * Reads the bulk jobs. When a job ends, shows a toast and reads the guests again. Then calls
 * `onOwnOver`, if the job was started or undone on this page.
 */
export function useBulkJobs(onOwnOver: () => void = () => {}): BulkJob[] {
  const client = useQueryClient()
  const tell = useEffectEvent(onOwnOver)
  const { data } = useQuery({
    queryKey: JOBS,
    queryFn: ({ signal }) => api('GET', '/guests/bulk', { signal }),
    refetchInterval: ({ state }) => (state.data?.rows.some(isGoing) ? OFTEN : SELDOM),
  })
  const jobs = data?.rows
  const went = useRef(new Set<string>())
  useEffect(() => {
    if (!jobs) return
    const over = jobs.filter((job) => {
      if (own.get(job.id) === 'undone') return job.state === 'undone'
      return !isGoing(job) && (went.current.has(job.id) || own.has(job.id))
    })
    const isOwn = over.filter(({ id }) => own.delete(id)).length > 0
    went.current = new Set(jobs.filter(isGoing).map(({ id }) => id))
    if (over.length === 0) return
    for (const job of over) toast.success(endOf(job))
    void client.invalidateQueries({ queryKey: [GUESTS] }).then(() => isOwn && tell())
  }, [jobs, client])
  return jobs ?? []
}

const endOf = ({ kind, state, changed, undone }: BulkJob) => {
  if (state === 'undone') return `Poništeno: ${formatNumber(undone)}.`
  return `${BULK_LABELS[kind]}: ${state === 'stopped' ? 'zaustavljeno' : 'gotovo'}, ${formatNumber(changed)}.`
}

/** Starts an action on all guests of a selection. */
export const useBegin = (selection: BulkSelectionInput) =>
  useApiMutation({
    call: async (action: BulkActionInput) => {
      const { job } = await api('POST', '/guests/bulk', { body: { selection, action } })
      if (job) own.set(job.id, 'begun')
      return job
    },
    invalidates: [GUESTS],
    errorMessage: null,
  })

export const useStop = (id: string) =>
  useApiMutation({
    call: () => api('POST', '/guests/bulk/[id]/stop', { params: { id } }),
    invalidates: [GUESTS],
  })

export const useUndo = (id: string) =>
  useApiMutation({
    call: async () => {
      await api('POST', '/guests/bulk/[id]/undo', { params: { id } })
      own.set(id, 'undone')
    },
    invalidates: [GUESTS],
  })
