'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { ExportButton } from '@/components/admin/data/export-button'
import { useListAddress } from '@/components/admin/data/list'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { ButtonLink } from '@/components/ui/button-link'
import { Heading } from '@/components/ui/data-table'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { PRIVILEGE_DESCRIPTIONS, PRIVILEGE_LABELS, PRIVILEGE_ORDER } from '@/lib/auth/rules'
import type { UserCounts } from '@/lib/users/schema'
import { useUserCounts } from './use-users'

const privilegeLabel = (privilege: number) => PRIVILEGE_LABELS[privilege] ?? ''

/** Screen with the number of users for each privilege, and the total (rule 9.20). */
export function PrivilegesScreen() {
  const query = useUserCounts()
  return (
    <>
      <ScreenHead title="Privilegije">
        <ExportButton
          file={() => api('GET', '/users/export', { query: { ordering: 'privilege' } })}
        />
        <ButtonLink href="/admin/users">Svi korisnici</ButtonLink>
      </ScreenHead>
      <QueryState query={query} />
      {query.data && <Counts {...query.data} />}
    </>
  )
}

/**
 * Table of the numbers. Each privilege links to its users. The default order is that of the
 * privileges.
 */
function Counts({ counts, total }: UserCounts) {
  const { view, onOrder } = useListAddress()
  const { ordering } = view
  const count = (privilege: number) => counts.find((row) => row.privilege === privilege)?.count ?? 0
  const compare = {
    name: (a: number, b: number) => privilegeLabel(a).localeCompare(privilegeLabel(b), 'hr'),
    count: (a: number, b: number) => count(a) - count(b),
  }[ordering?.replace('-', '') ?? '']
  const order = [...PRIVILEGE_ORDER]
  if (compare) order.sort(compare)
  if (ordering?.startsWith('-')) order.reverse()
  return (
    <div className="max-w-2xl overflow-hidden rounded-lg border border-edge bg-panel">
      <table className="w-full">
        <caption className="sr-only">Broj korisnika po privilegiji</caption>
        <thead className="border-b border-edge text-sm text-muted [&_th]:font-semibold [&_th:first-child]:px-4 md:[&_th:first-child]:px-5">
          <tr>
            <Heading
              column={{ key: 'name', label: 'Privilegija', sortable: true }}
              ordering={ordering}
              onOrder={onOrder}
            />
            <Heading
              column={{ key: 'count', label: 'Korisnika', sortable: true, align: 'right' }}
              ordering={ordering}
              onOrder={onOrder}
            />
            <th scope="col">
              <span className="sr-only">Osobe</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {order.map((privilege) => (
            <tr key={privilege} className="relative border-b border-edge hover:bg-panel-2">
              <th scope="row" className="px-4 py-3 text-left font-normal md:px-5">
                <Link
                  href={`/admin/users?privilegija=${privilege}`}
                  className="block font-semibold after:absolute after:inset-0"
                >
                  {privilegeLabel(privilege)}
                </Link>
                <span className="block text-sm text-muted">
                  {PRIVILEGE_DESCRIPTIONS[privilege]}
                </span>
              </th>
              <td className="w-24 py-3 text-right text-2xl font-bold tabular-nums">
                {formatNumber(count(privilege))}
              </td>
              <td className="w-12 pr-3 text-muted">
                <ChevronRight aria-hidden="true" className="ml-auto size-5" />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="bg-panel-2">
            <th scope="row" className="px-4 py-3 text-left font-bold md:px-5">
              Ukupno
            </th>
            <td className="py-3 text-right text-2xl font-bold tabular-nums">
              {formatNumber(total)}
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
