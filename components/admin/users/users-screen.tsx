'use client'

import { UserPlus } from 'lucide-react'
import Link from 'next/link'
import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { PAGE_SIZE, useList } from '@/components/admin/data/use-list'
import { useListAddress } from '@/components/admin/data/use-list-address'
import { buttonClasses } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Pager } from '@/components/ui/pager'
import { SearchField } from '@/components/ui/search-field'
import type { User } from '@/lib/users/schema'
import { PrivilegeFilter } from './privilege-filter'
import { useMe } from './use-me'
import { userColumns } from './user-columns'

/** The staff and what each may do (spec section 2, Users). */
export function UsersScreen() {
  const { view, filter, setFilter, onSearch, onOrder, onPage, clear } = useListAddress()
  const privilege = filter('privilegija')
  const list = useList<User>('users', '/users/', { ...view, filters: { privilege } })
  const me = useMe()
  return (
    <>
      <ScreenHead title="Korisnici">
        <Link href="/admin/users-add" className={buttonClasses('primary')}>
          <UserPlus aria-hidden="true" className="size-5" />
          Dodaj korisnika
        </Link>
      </ScreenHead>
      <div className="mb-4 space-y-4">
        <SearchField label="Traži po imenu ili e-mailu" value={view.search} onSearch={onSearch} />
        <PrivilegeFilter
          privilege={privilege}
          onChange={(next) => setFilter('privilegija', next)}
        />
      </div>
      <ListState
        list={list}
        empty="Nema nijednog korisnika."
        isFiltered={view.search !== '' || privilege !== null}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <DataTable
              caption={`Korisnici, ukupno ${total}`}
              rows={rows}
              columns={userColumns(me.data?.id)}
              rowKey={(user) => user.id}
              ordering={view.ordering}
              onOrder={onOrder}
              isStale={list.isPlaceholderData}
            />
            <Pager
              page={view.page}
              pageSize={PAGE_SIZE}
              shown={rows.length}
              total={total}
              onPage={onPage}
            />
          </>
        )}
      </ListState>
    </>
  )
}
