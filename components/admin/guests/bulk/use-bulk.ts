'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from 'sonner'
import { useApiMutation } from '@/components/admin/data/use-write'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { BULK_LABELS } from '@/lib/guests/bulk/rules'
import type { BulkActionInput, BulkJob, BulkSelectionInput } from '@/lib/guests/bulk/schema'
import { GUESTS } from '../use-guests'

/**
 * Polling interval in ms: the first while a job is running, otherwise the second, to find jobs that
 * others start.
 */
const RUNNING_POLL_INTERVAL_MS = 700
const IDLE_POLL_INTERVAL_MS = 15_000

export const isInProgress = ({ state }: Pick<BulkJob, 'state'>) =>
  state === 'running' || state === 'undoing'

const JOBS = [GUESTS, 'bulk']

/** Jobs that were started or undone on this page, until the page has seen their end. */
const ownJobs = new Map<string, 'started' | 'undone'>()

/**
 * Reads the bulk jobs. When a job ends, shows a toast and reads the guests again. Then calls
 * `onOwnJobEnded`, if the job was started or undone on this page.
 */
export function useBulkJobs(onOwnJobEnded: () => void = () => {}): BulkJob[] {
  const client = useQueryClient()
  const notifyOwnJobEnded = useEffectEvent(onOwnJobEnded)
  const { data } = useQuery({
    queryKey: JOBS,
    queryFn: ({ signal }) => api('GET', '/guests/bulk', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.rows.some(isInProgress) ? RUNNING_POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS,
  })
  const jobs = data?.rows
  const runningIds = useRef(new Set<string>())
  useEffect(() => {
    if (!jobs) return
    const ended = jobs.filter((job) => {
      if (ownJobs.get(job.id) === 'undone') return job.state === 'undone'
      return !isInProgress(job) && (runningIds.current.has(job.id) || ownJobs.has(job.id))
    })
    const isOwn = ended.filter(({ id }) => ownJobs.delete(id)).length > 0
    runningIds.current = new Set(jobs.filter(isInProgress).map(({ id }) => id))
    if (ended.length === 0) return
    for (const job of ended) toast.success(describeEnd(job))
    void client.invalidateQueries({ queryKey: [GUESTS] }).then(() => isOwn && notifyOwnJobEnded())
  }, [jobs, client])
  return jobs ?? []
}

const describeEnd = ({ kind, state, changed, undone }: BulkJob) => {
  if (state === 'undone') return `Poništeno: ${formatNumber(undone)}.`
  return `${BULK_LABELS[kind]}: ${state === 'stopped' ? 'zaustavljeno' : 'gotovo'}, ${formatNumber(changed)}.`
}

/** Starts an action on all guests of a selection. */
export const useStartJob = (selection: BulkSelectionInput) =>
  useApiMutation({
    call: async (action: BulkActionInput) => {
      const { job } = await api('POST', '/guests/bulk', { body: { selection, action } })
      if (job) ownJobs.set(job.id, 'started')
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
      ownJobs.set(id, 'undone')
    },
    invalidates: [GUESTS],
  })
