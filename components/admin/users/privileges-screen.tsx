'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { buttonClasses } from '@/components/ui/button'
import { grouped } from '@/components/ui/grouped'
import { PRIVILEGE_ORDER, PRIVILEGE_WORDS, PRIVILEGE_WORK } from '@/lib/auth/rules'
import type { UserCounts } from '@/lib/users/schema'
import { useUserCounts } from './use-users'

/** How many people have each privilege, and how many there are (spec section 2, Privileges). */
export function PrivilegesScreen() {
  const query = useUserCounts()
  return (
    <>
      <ScreenHead title="Privilegije">
        <Link href="/admin/users" className={buttonClasses()}>
          Svi korisnici
        </Link>
      </ScreenHead>
      <QueryState query={query} />
      {query.data && <Counts {...query.data} />}
    </>
  )
}

function Counts({ counts, total }: UserCounts) {
  const count = (privilege: number) => counts.find((row) => row.privilege === privilege)?.count ?? 0
  return (
    <div className="max-w-2xl overflow-hidden rounded-lg border border-edge bg-panel">
      <table className="w-full">
        <caption className="sr-only">Broj korisnika po privilegiji</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Privilegija</th>
            <th scope="col">Korisnika</th>
          </tr>
        </thead>
        <tbody>
          {PRIVILEGE_ORDER.map((privilege) => (
            <tr key={privilege} className="relative border-b border-edge hover:bg-panel-2">
              <th scope="row" className="px-4 py-3 text-left font-normal md:px-5">
                <Link
                  href={`/admin/users?privilegija=${privilege}`}
                  className="block font-semibold after:absolute after:inset-0"
                >
                  {PRIVILEGE_WORDS[privilege]}
                </Link>
                <span className="block text-sm text-muted">{PRIVILEGE_WORK[privilege]}</span>
              </th>
              <td className="w-24 py-3 text-right text-2xl font-bold tabular-nums">
                {grouped(count(privilege))}
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
            <td className="py-3 text-right text-2xl font-bold tabular-nums">{grouped(total)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
