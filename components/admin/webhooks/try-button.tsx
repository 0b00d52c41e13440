'use client'

import { Send } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import type { Delivery, Receiver } from '@/lib/webhooks/schema'

/** Button that sends a test webhook, and shows the response of the receiver. */
export function TryButton({ receiver }: { receiver: Receiver }) {
  const [delivery, setDelivery] = useState<Delivery | null>(null)
  const { run, isPending } = useApiMutation({
    call: () => api('POST', '/webhooks/[id]/test', { params: { id: receiver.id } }),
    invalidates: ['webhooks'],
    errorMessage: 'Proba nije poslana.',
  })
  return (
    <>
      <Button
        pending={isPending}
        aria-label={`Pošalji probu: ${receiver.description}`}
        onClick={() => run(undefined, { onSuccess: setDelivery })}
        className="whitespace-nowrap max-md:w-full"
      >
        <Send aria-hidden="true" className="size-4" />
        Pošalji probu
      </Button>
      {delivery && (
        <Dialog open onClose={() => setDelivery(null)} title={`Proba: ${receiver.description}`}>
          <DeliveryResponse delivery={delivery} />
        </Dialog>
      )}
    </>
  )
}

/**
 * Result of the last delivery attempt: the status, the duration in ms, and the first bytes of the
 * response.
 */
export function DeliveryResponse({ delivery }: { delivery: Delivery }) {
  const { state, status, ms, answer, lastError } = delivery
  const isDelivered = state === 'delivered'
  return (
    <div className="space-y-4">
      <Notice tone={isDelivered ? 'success' : 'error'} className="bg-panel-2">
        {isDelivered ? 'Prijemnik je primio dojavu.' : (lastError ?? 'Odgovora još nema.')}
      </Notice>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <dt className="text-muted">Odgovor</dt>
        <dd className="font-semibold tabular-nums">{status ?? 'nije stigao'}</dd>
        <dt className="text-muted">Trajalo</dt>
        <dd className="tabular-nums">{ms === null ? '–' : `${formatNumber(ms)} ms`}</dd>
        <dt className="text-muted">Oznaka</dt>
        <dd className="text-sm break-all">{delivery.id}</dd>
      </dl>
      {answer && (
        <div>
          <p className="mb-1 text-sm font-semibold">Početak odgovora</p>
          <pre className="max-h-60 overflow-y-auto rounded-md bg-panel-2 p-3 text-sm break-all whitespace-pre-wrap">
            {answer}
          </pre>
        </div>
      )}
    </div>
  )
}
