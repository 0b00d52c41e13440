'use client'

import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { isErasedWithTotals, sumsOf } from '@/lib/editions/rules'
import type { Edition } from '@/lib/editions/schema'
import { formatDate } from '@/lib/time/zagreb'

/**
 * Loads all editions: the current one, and the earlier ones with their totals. `erased` is the
 * current edition if its people were erased automatically and only its totals are left.
 */
export const useEditions = () =>
  useQuery({
    queryKey: ['editions'],
    queryFn: ({ signal }) => api('GET', '/editions', { signal }),
    select: ({ rows }) => ({
      ours: rows.find(({ endedAt }) => endedAt === null),
      earlier: rows.filter(({ endedAt }) => endedAt !== null),
      erased: rows.find((edition) => edition.endedAt === null && isErasedWithTotals(edition)),
    }),
  })

/**
 * Lists the totals, which contain no names, of the earlier editions and of the current edition if
 * its people are erased. Renders nothing before the first erasure.
 */
export function EarlierEditions() {
  const { earlier = [], erased } = useEditions().data ?? {}
  const shown = erased ? [erased, ...earlier] : earlier
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="mb-3 text-xl font-bold">
        Zbrojevi izdanja
      </h2>
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {shown.map((edition) => (
          <li key={edition.id} className="rounded-lg border border-edge bg-panel p-4 md:p-5">
            <Numbers edition={edition} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Numbers({ edition }: { edition: Edition }) {
  const { name, year, number, lists, gates, endedAt, erasedAt } = edition
  const { sold, came } = sumsOf(edition)
  return (
    <>
      <h3 className="font-bold">
        {name} {year}. <span className="font-normal text-muted">· {number}. izdanje</span>
      </h3>
      {endedAt === null && erasedAt && (
        <p className="mt-1 text-sm text-muted">
          Osobe su obrisane {formatDate(erasedAt)} Ostali su samo ovi zbrojevi.
        </p>
      )}
      <dl className="mt-2 mb-3 flex gap-8">
        <Figure term="Prodano karata" n={sold} />
        <Figure term="Ulazaka" n={came} />
      </dl>
      {lists.length > 0 && (
        <table className="w-full text-right tabular-nums">
          <caption className="sr-only">Po popisima, izdanje {year}.</caption>
          <thead>
            <tr className="border-b border-edge text-sm text-muted">
              {['Popis', 'Gostiju', 'S kartom', 'Došlo'].map((heading) => (
                <th
                  key={heading}
                  scope="col"
                  className="py-2 pl-3 font-semibold first:pl-0 first:text-left"
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lists.map((list) => (
              <tr key={list.name} className="border-b border-edge last:border-0">
                <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                  {list.name}
                </th>
                <td className="py-2 pl-3">{formatNumber(list.guests)}</td>
                <td className="py-2 pl-3">{formatNumber(list.bought)}</td>
                <td className="py-2 pl-3">{formatNumber(list.came)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {gates.length > 1 && (
        <p className="mt-3 text-sm text-muted">
          Po ulazima:{' '}
          {gates
            .map((gate) => `${gate.name || 'bez ulaza (ured, uvoz)'} ${formatNumber(gate.came)}`)
            .join(', ')}
          .
        </p>
      )}
    </>
  )
}

function Figure({ term, n }: { term: string; n: number }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-2xl font-bold tabular-nums">{formatNumber(n)}</dd>
    </div>
  )
}
