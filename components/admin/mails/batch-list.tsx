'use client'

import { CircleCheck, CirclePause, Pause, Play, Send } from 'lucide-react'
import { PanelList } from '@/components/admin/data/panel-list'
import { ProgressRow } from '@/components/admin/data/progress-line'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/format-number'
import { ProgressBar } from '@/components/ui/progress-bar'
import { api } from '@/lib/api-client/client'
import { batchLabel } from '@/lib/mail/rules'
import type { MailBatch } from '@/lib/mail/schema'
import { formatMoment } from '@/lib/time/zagreb'
import { useMailBatches } from './use-mails'

/** Time in ms for which a finished mail batch stays in the list. */
const FINISHED_BATCH_SHOWN_MS = 12 * 3600 * 1000

const isRecent = ({ waiting, endedAt }: MailBatch) =>
  waiting > 0 || (endedAt !== null && Date.now() - Date.parse(endedAt) < FINISHED_BATCH_SHOWN_MS)

interface Props {
  isPaused: boolean
  shown: string | null
  onShow: (id: string | null) => void
}

/** Mail batches that are being sent, and those that ended in the last twelve hours. */
export function BatchList({ isPaused, shown, onShow }: Props) {
  const { data } = useMailBatches()
  const batches = (data?.rows ?? []).filter((batch) => isRecent(batch) || batch.id === shown)
  if (batches.length === 0) return null
  return (
    <section aria-labelledby="mail-batches" className="mb-6">
      <h2 id="mail-batches" className="sr-only">
        Skupna slanja
      </h2>
      <PanelList>
        {batches.map((batch) => (
          <BatchProgress
            key={batch.id}
            batch={batch}
            isPaused={isPaused}
            isShown={batch.id === shown}
            onShow={onShow}
          />
        ))}
      </PanelList>
    </section>
  )
}

interface ProgressProps {
  batch: MailBatch
  /** Whether all sending is paused, as the mail provider has asked. */
  isPaused: boolean
  /** Whether the list below shows the mails of this batch. */
  isShown: boolean
  onShow: (id: string | null) => void
}

/** Progress of one mail batch, with a button to stop or resume it. */
function BatchProgress({ batch, isPaused, isShown, onShow }: ProgressProps) {
  const { id, kind, total, waiting, failed, stoppedAt, createdAt, createdBy } = batch
  const done = total - waiting
  const isRunning = waiting > 0 && stoppedAt === null
  const { run, isPending } = useApiMutation({
    call: (stopped: '0' | '1') =>
      api('PUT', '/mailer/batches/[id]', { params: { id }, body: { stopped } }),
    invalidates: ['mails'],
    successMessage: ({ stoppedAt: at }) =>
      at ? 'Slanje je zaustavljeno.' : 'Slanje se nastavlja.',
  })
  const title = `${batchLabel(kind)}, ${formatMoment(createdAt)}`
  return (
    <ProgressRow
      icon={batchIcon(batch)}
      title={title}
      statusText={
        <>
          <strong className="text-text">
            {formatNumber(done)} od {formatNumber(total)}
          </strong>
          {failed > 0 && <span className="text-stop">, nije uspjelo: {formatNumber(failed)}</span>}
          <span>, </span>
          <span>{describePace(batch, isPaused)}</span>
        </>
      }
      by={createdBy}
      actionsClass="max-md:*:flex-1"
      actions={
        <>
          <Button
            aria-label={isShown ? 'Svi mailovi' : `Mailovi ovog slanja: ${title}`}
            onClick={() => onShow(isShown ? null : id)}
          >
            {isShown ? 'Svi mailovi' : 'Mailovi'}
          </Button>
          {waiting > 0 && (
            <Button
              look={isRunning ? 'quiet' : 'primary'}
              pending={isPending}
              // Ignores the second click of a double click: at that time the button may already
              // mean the opposite.
              onClick={({ detail }) => detail < 2 && run(isRunning ? '1' : '0')}
            >
              {isRunning ? (
                <Pause aria-hidden="true" className="size-5" />
              ) : (
                <Play aria-hidden="true" className="size-5" />
              )}
              <span>{isRunning ? 'Zaustavi' : 'Nastavi'}</span>
            </Button>
          )}
        </>
      }
    >
      {waiting > 0 && (
        <ProgressBar label={title} done={done} total={total} isPaused={!isRunning || isPaused} />
      )}
    </ProgressRow>
  )
}

function batchIcon({ waiting, stoppedAt }: MailBatch) {
  if (waiting === 0) return [CircleCheck, 'text-go'] as const
  return stoppedAt ? ([CirclePause, 'text-warn'] as const) : ([Send, 'text-text'] as const)
}

/**
 * Describes how fast a mail batch is sent and how long it still takes, or why it is not being sent.
 */
function describePace(
  { waiting, stoppedAt, endedAt, perMinute, secondsLeft }: MailBatch,
  isPaused: boolean,
) {
  if (waiting === 0) return endedAt ? `gotovo ${formatMoment(endedAt)}` : 'gotovo'
  if (stoppedAt) return `zaustavljeno ${formatMoment(stoppedAt)}, ostatak čeka`
  if (isPaused) return 'čeka servis za slanje pošte'
  if (secondsLeft === null) return 'čeka na red'
  return `${formatNumber(perMinute)} u minuti, još ${formatTimeLeft(secondsLeft)}`
}

function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return 'manje od minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `oko ${minutes} min`
  return `oko ${Math.round(minutes / 60)} h`
}
