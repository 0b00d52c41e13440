'use client'

import type { MailBatch } from '@/lib/mails/batch-schema'
import { BatchProgress } from './batch-progress'
import { useMailBatches } from './use-mails'

/** Milliseconds for which an ended sending is still worth a look. */
const NEWS = 12 * 3600 * 1000

const isNews = ({ waiting, endedAt }: MailBatch) =>
  waiting > 0 || (endedAt !== null && Date.now() - Date.parse(endedAt) < NEWS)

interface Props {
  isPaused: boolean
  shown: string | null
  onShow: (id: string | null) => void
}

/** The sendings of many mails that are under way, and those that ended today. */
export function BatchList({ isPaused, shown, onShow }: Props) {
  const { data } = useMailBatches()
  const batches = (data?.rows ?? []).filter((batch) => isNews(batch) || batch.id === shown)
  if (batches.length === 0) return null
  return (
    <section aria-labelledby="mail-batches" className="mb-6">
      <h2 id="mail-batches" className="sr-only">
        Skupna slanja
      </h2>
      <ul className="divide-y divide-edge overflow-hidden rounded-lg border border-edge bg-panel">
        {batches.map((batch) => (
          <BatchProgress
            key={batch.id}
            batch={batch}
            isPaused={isPaused}
            isShown={batch.id === shown}
            onShow={onShow}
          />
        ))}
      </ul>
    </section>
  )
}
