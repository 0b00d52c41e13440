'use client'

import Link from 'next/link'
import { useList } from '@/components/admin/data/list'
import { Notice } from '@/components/ui/notice'

/**
 * Notice on the home screen about webhook receivers that were switched off, because deliveries
 * failed for too long or the receiver asked for no more deliveries.
 */
export function StoppedReceivers() {
  const { data } = useList('webhooks', '/webhooks', { pageSize: 100 })
  const stopped = (data?.rows ?? []).filter(({ state }) => state === 'off')
  if (stopped.length === 0) return null
  return (
    <Notice tone="error" className="mb-6">
      Dojave više ne idu na: {stopped.map(({ description }) => description).join(', ')}. Zašto, i
      kako ih vratiti, piše na{' '}
      <Link href="/admin/webhooks" className="font-semibold underline">
        Dojavama
      </Link>
      .
    </Notice>
  )
}
