'use client'

import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { api } from '@/lib/api-client/client'
import { formatDate } from '@/lib/time/zagreb'

const POLL_INTERVAL_MS = 60_000

const fetchSales = () => api('GET', '/guests/today-stats')

const figuresOf = (
  totalLabel: string,
  sold: Awaited<ReturnType<typeof fetchSales>> | undefined,
) => [
  { label: totalLabel, value: sold?.totalEntries },
  { label: 'Prije 12:00', value: sold?.ticketsBefore12 },
  { label: 'Nakon 12:00', value: sold?.ticketsAfter12 },
]

/** Number of tickets sold today, read again every minute. Dashes until the number is known. */
export function TodaySales() {
  const { data, isError } = useQuery({
    queryKey: ['guests', 'today-stats'],
    queryFn: fetchSales,
    refetchInterval: POLL_INTERVAL_MS,
  })
  return (
    <section aria-label="Prodaja danas" className="mb-5">
      <dl className="grid grid-cols-3 divide-x divide-edge rounded-lg border border-edge bg-panel">
        {figuresOf('Prodano danas', data).map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end px-4 py-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-3xl font-bold tabular-nums">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {isError && (
        <p role="status" className="mt-2 text-sm text-muted">
          Današnja prodaja trenutno nije dostupna.
        </p>
      )}
    </section>
  )
}

/**
 * Dialog with the number of tickets sold today, read each time the dialog opens. Dashes if the
 * request fails (rule 3.12).
 */
export function TodayDialog({ onClose }: { onClose: () => void }) {
  const { data, isFetching, isError } = useQuery({
    queryKey: ['guests', 'today-stats', 'dialog'],
    queryFn: fetchSales,
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog open onClose={onClose} title={`Danas, ${data?.date ?? formatDate(new Date())}`}>
      <dl aria-busy={isFetching} className="divide-y divide-edge">
        {figuresOf('Ukupno prodano', data).map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-2xl font-bold tabular-nums">
              {isFetching ? <Spinner /> : (value ?? '–')}
            </dd>
          </div>
        ))}
      </dl>
      {isError && (
        <p role="alert" className="mt-3 text-sm text-stop">
          Broj prodanih karata trenutno nije dostupan.
        </p>
      )}
    </Dialog>
  )
}
