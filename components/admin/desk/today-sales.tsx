'use client'

import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/http/client'

const EVERY_MINUTE = 60_000

/** Tickets sold today, kept current while the page is open; dashes until it is known. */
export function TodaySales() {
  const { data, isError } = useQuery({
    queryKey: ['guests', 'today-stats'],
    queryFn: () => api('GET', '/guests/today-stats'),
    refetchInterval: EVERY_MINUTE,
  })
  const numbers = [
    { label: 'Prodano danas', value: data?.totalEntries },
    { label: 'Prije 12:00', value: data?.ticketsBefore12 },
    { label: 'Nakon 12:00', value: data?.ticketsAfter12 },
  ]
  return (
    <section aria-label="Prodaja danas" className="mb-5">
      <dl className="grid grid-cols-3 divide-x divide-edge rounded-lg border border-edge bg-panel">
        {numbers.map(({ label, value }) => (
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
