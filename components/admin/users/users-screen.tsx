'use client'

import { UserPlus } from 'lucide-react'
import Link from 'next/link'
import { FilterChips } from '@/components/admin/data/filter-chips'
import { SearchedTable, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { buttonClasses } from '@/components/ui/button'
import { PRIVILEGE_ORDER, PRIVILEGE_WORDS } from '@/lib/auth/rules'
import { useMe, useUserCounts } from './use-users'
import { userColumns } from './user-columns'

/** The staff and what each may do (spec section 2, Users). */
export function UsersScreen() {
  const { filter, setFilter } = useListAddress()
  const privilege = filter('privilegija')
  const me = useMe()
  const { data } = useUserCounts()
  const count = (of: number) => data?.counts.find((row) => row.privilege === of)?.count
  return (
    <>
      <ScreenHead title="Korisnici">
        <Link href="/admin/users-add" className={buttonClasses('primary')}>
          <UserPlus aria-hidden="true" className="size-5" />
          Dodaj korisnika
        </Link>
      </ScreenHead>
      <SearchedTable
        noun="users"
        path="/users"
        search="Traži po imenu ili e-mailu"
        filters={{ privilege }}
        filtering={
          <FilterChips
            legend="Privilegija"
            chosen={privilege}
            onChange={(next) => setFilter('privilegija', next)}
            choices={[
              { value: null, label: 'Svi', count: data?.total },
              ...PRIVILEGE_ORDER.map((of) => ({
                value: String(of),
                label: PRIVILEGE_WORDS[of] ?? '',
                count: count(of),
              })),
            ]}
          />
        }
        empty="Nema nijednog korisnika."
        caption="Korisnici"
        columns={userColumns(me.data?.id)}
      />
    </>
  )
}
