'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleStop, Hourglass, Undo2, X } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { PanelList } from '@/components/admin/data/panel-list'
import { ProgressRow } from '@/components/admin/data/progress-line'
import { UndoButton } from '@/components/admin/data/undo-button'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { formatNumber } from '@/components/ui/format-number'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Spinner } from '@/components/ui/spinner'
import { api } from '@/lib/api-client/client'
import { BULK_LABELS, sumOf } from '@/lib/guests/bulk/rules'
import type { BulkJob } from '@/lib/guests/bulk/schema'
import { formatMoment } from '@/lib/time/zagreb'
import { GUESTS } from '../use-guests'
import { Reasons, reasonLabel } from './reasons'
import { isInProgress, useBulkJobs, useStop, useUndo } from './use-bulk'

/** Maximum number of ended jobs that are shown at first, so that the guest list stays in view. */
const MAX_ENDED_SHOWN = 2

interface BulkJobsProps {
  /** Heading above the list. Without it the list has only a name for screen readers. */
  heading?: string
  /** Shows only jobs of this kind. */
  only?: BulkJob['kind']
  /** Called when a job ends that was started or undone on this page. */
  onOwnJobEnded?: () => void
}

/**
 * Bulk jobs of all admins: the running ones, and those that ended in the last 60 minutes. An ended
 * job can be undone for 60 minutes (rules 4.20 and 11.7).
 */
export function BulkJobs({ heading, only, onOwnJobEnded }: BulkJobsProps) {
  const jobs = useBulkJobs(onOwnJobEnded).filter(({ kind }) => only === undefined || kind === only)
  const [hidden, setHidden] = useState<string[]>([])
  const [isExpanded, setExpanded] = useState(false)
  const all = jobs.filter((job) => isInProgress(job) || !hidden.includes(job.id))
  const ended = all.filter((job) => !isInProgress(job))
  const shown = isExpanded
    ? all
    : all.filter((job) => isInProgress(job) || ended.indexOf(job) < MAX_ENDED_SHOWN)
  if (shown.length === 0) return null
  return (
    <section aria-label={heading ?? 'Skupne promjene'} className="mb-4">
      {heading && <h2 className="mb-2 text-lg font-bold">{heading}</h2>}
      <PanelList>
        {shown.map((job) => (
          <Job key={job.id} job={job} onHide={() => setHidden([...hidden, job.id])} />
        ))}
      </PanelList>
      {all.length > shown.length && (
        <button
          type="button"
          onClick={() => setExpanded(true)}
          className="min-h-11 px-4 text-sm text-muted underline hover:text-text"
        >
          <span>{heading ? 'Raniji uvozi' : 'Ranije promjene'}</span> (
          {formatNumber(all.length - shown.length)})
        </button>
      )}
    </section>
  )
}

const titleOf = ({ kind, tag }: BulkJob) => BULK_LABELS[kind] + (tag ? `: ${tag}` : '')

function Job({ job, onHide }: { job: BulkJob; onHide: () => void }) {
  const { state, createdBy, skipped, kept } = job
  const [isOpen, setOpen] = useState(false)
  const title = titleOf(job)
  const unchangedCounts = state === 'undoing' || state === 'undone' ? kept : skipped
  const unchangedLabel = unchangedCounts === kept ? 'ostalo kako jest' : 'preskočeno'
  const [done = 0, all = 1] = progressOf(job)
  return (
    <ProgressRow
      icon={STATE_ICONS[state]}
      title={title}
      statusText={
        <>
          <span>{describeProgress(job)}</span>
          {sumOf(unchangedCounts) > 0 && (
            <>
              <span>, </span>
              <button
                type="button"
                onClick={() => setOpen(true)}
                className="-my-3 py-3 underline hover:text-text"
              >
                {unchangedLabel}: {formatNumber(sumOf(unchangedCounts))}
              </button>
            </>
          )}
        </>
      }
      by={createdBy}
      actionsClass="items-center max-md:*:first:flex-1"
      actions={
        <>
          {state === 'running' && <Stop id={job.id} title={title} />}
          {job.undoUntil && <Undo job={job} until={job.undoUntil} />}
          {!isInProgress(job) && (
            <button
              type="button"
              aria-label={`Makni s popisa: ${title}`}
              onClick={onHide}
              className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-panel-2"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          )}
        </>
      }
    >
      {isInProgress(job) && <ProgressBar label={title} done={done} total={all} />}
      {isOpen && (
        <UnchangedGuests job={job} counts={unchangedCounts} onClose={() => setOpen(false)} />
      )}
    </ProgressRow>
  )
}

/**
 * Returns the number of processed guests and the total. An undo processes only the guests that the
 * job has changed.
 */
const progressOf = ({ state, total, changed, skipped, undone, kept }: BulkJob) =>
  state === 'undoing' ? [undone + sumOf(kept), changed] : [changed + sumOf(skipped), total]

function describeProgress(job: BulkJob): string {
  const { kind, state, total, changed, undone, endedAt } = job
  const [done = 0, all = 0] = progressOf(job)
  if (state === 'running')
    return done === 0
      ? `čeka na red, ${formatNumber(all)}`
      : `${formatNumber(done)} od ${formatNumber(all)}`
  if (state === 'undoing') return `poništava se, ${formatNumber(done)} od ${formatNumber(all)}`
  if (state === 'undone') return `poništeno: ${formatNumber(undone)} od ${formatNumber(changed)}`
  const when = endedAt ? ` ${formatMoment(endedAt)}` : ''
  return state === 'stopped'
    ? `zaustavljeno${when}, promijenjeno ${formatNumber(changed)} od ${formatNumber(total)}`
    : `gotovo${when}, ${kind === 'import' ? 'uvezeno' : 'promijenjeno'} ${formatNumber(changed)}`
}

const STATE_ICONS = {
  running: [Hourglass, 'text-text'],
  undoing: [Hourglass, 'text-text'],
  stopped: [CircleStop, 'text-warn'],
  done: [CircleCheck, 'text-go'],
  undone: [Undo2, 'text-muted'],
} as const

function Stop({ id, title }: { id: string; title: string }) {
  const { run, isPending } = useStop(id)
  return (
    <Button pending={isPending} aria-label={`Zaustavi: ${title}`} onClick={() => run()}>
      Zaustavi
    </Button>
  )
}

function Undo({ job, until }: { job: BulkJob; until: string }) {
  const { run, isPending } = useUndo(job.id)
  return (
    <UndoButton
      title={titleOf(job)}
      until={until}
      count={job.changed}
      isPending={isPending}
      onUndo={(onDone) => run(undefined, { onSuccess: onDone })}
    >
      {job.kind === 'import'
        ? 'Dodani se gosti brišu, a promijenjenima se vraćaju raniji podaci. Koga je netko u međuvremenu promijenio, tko je ušao ili kome je karta poslana, ostaje kakav jest.'
        : 'Vraća se kako je bilo. Koga je netko u međuvremenu promijenio, ostaje kakav jest.'}
    </UndoButton>
  )
}

interface UnchangedGuestsProps {
  job: BulkJob
  counts: Record<string, number>
  onClose: () => void
}

/**
 * Dialog with the guests that were left unchanged: their number by reason, and the first of them by
 * name.
 */
function UnchangedGuests({ job, counts, onClose }: UnchangedGuestsProps) {
  const { id } = job
  const { data } = useQuery({
    queryKey: [GUESTS, 'bulk', id],
    queryFn: ({ signal }) => api('GET', '/guests/bulk/[id]', { params: { id }, signal }),
  })
  return (
    <Dialog open onClose={onClose} title={titleOf(job)}>
      <Reasons label="Ostali su kakvi jesu" counts={counts} />
      {!data && (
        <p role="status" className="mt-4 flex items-center gap-3 text-muted">
          <Spinner /> Učitavanje …
        </p>
      )}
      {data && data.others.length > 0 && (
        <ul className="mt-4 divide-y divide-edge">
          {data.others.map((guest) => (
            <li key={guest.id}>
              <Link
                href={`/admin/guest-list?gost=${guest.id}`}
                onClick={onClose}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-md px-2 py-2 hover:bg-panel-2"
              >
                <span className="min-w-0 break-words">{guest.name || 'Bez imena'}</span>
                <span className="text-sm text-muted">{reasonLabel(guest.reason)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && data.others.length < sumOf(counts) && (
        <p className="mt-3 text-sm text-muted">Prikazano je prvih {data.others.length}.</p>
      )}
    </Dialog>
  )
}
