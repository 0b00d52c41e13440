'use client'

import { useQuery } from '@tanstack/react-query'
import { deleteColumn } from '@/components/admin/data/delete-button'
import { DownloadButton } from '@/components/admin/data/download-button'
import { FilterChips } from '@/components/admin/data/filter-chips'
import { SearchedTable, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import type { Column } from '@/components/ui/data-table'
import { api } from '@/lib/api-client/client'
import type { RowOf } from '@/lib/api-client/types'
import { formatDateTime } from '@/lib/time/zagreb'

type Signup = RowOf<'/forms/signups'>
type Missing = RowOf<'/forms/signups/missing'>

const LISTED = { da: '1', ne: '0' } as const

/**
 * Screen of the sign-ups, compared with the freshers' list in both directions: sign-ups that are
 * not on the list, and freshers on the list without a sign-up.
 */
export function SignupsScreen() {
  const { view, filter, setFilter } = useListAddress()
  const chosen = filter('popis')
  const listed = chosen === 'da' || chosen === 'ne' ? LISTED[chosen] : null
  const { data: counts } = useQuery({
    queryKey: ['signups', 'counts'],
    queryFn: ({ signal }) => api('GET', '/forms/signups/counts', { signal }),
  })
  const filterControls = (
    <FilterChips
      legend="Popis brucoša"
      chosen={chosen}
      onChange={(next) => setFilter('popis', next)}
      choices={[
        { value: null, label: 'Sve prijave', count: counts?.everyone },
        { value: 'da', label: 'Na popisu', count: counts?.listed },
        { value: 'ne', label: 'Nisu na popisu', count: counts && counts.everyone - counts.listed },
        { value: 'bez', label: 'Na popisu, bez prijave', count: counts?.missing },
      ]}
    />
  )
  const search = 'Traži po imenu ili JMBAG-u'
  return (
    <>
      <ScreenHead title="Prijave">
        {chosen !== 'bez' && (
          <DownloadButton
            file={() =>
              api('GET', '/forms/signups/export', {
                query: { search: view.search, listed: listed ?? undefined },
              })
            }
          >
            Preuzmi (Excel)
          </DownloadButton>
        )}
      </ScreenHead>
      <p className="mb-4 max-w-2xl text-muted">
        Prijava se s popisom uspoređuje po broju JMBAG. Jedan student može imati više prijava ako je
        podatke ispravljao.
      </p>
      {chosen === 'bez' ? (
        <SearchedTable
          entity="signups"
          path="/forms/signups/missing"
          search={search}
          filterControls={filterControls}
          empty="Svi s popisa brucoša su se prijavili."
          caption="Brucoši bez prijave"
          columns={MISSING_COLUMNS}
        />
      ) : (
        <SearchedTable
          entity="signups"
          path="/forms/signups"
          search={search}
          filterControls={filterControls}
          filters={{ listed }}
          empty="Još se nitko nije prijavio."
          caption="Prijave brucoša"
          columns={SIGNUP_COLUMNS}
        />
      )}
    </>
  )
}

const nameColumn = {
  key: 'surname',
  label: 'Prezime i ime',
  sortable: true,
  phone: 'heading',
  cell: ({ name, surname }: { name: string; surname: string }) => (
    // Until the ticket is sold, a fresher on the list may have only a JMBAG and no name.
    <bdi className="font-semibold [overflow-wrap:anywhere]">
      {`${surname} ${name}`.trim() || 'Bez imena'}
    </bdi>
  ),
} as const

const jmbagColumn = {
  key: 'jmbag',
  label: 'JMBAG',
  sortable: true,
  cell: ({ jmbag }: { jmbag: string }) => <span className="tabular-nums">{jmbag || '–'}</span>,
} as const

const SIGNUP_COLUMNS: Column<Signup>[] = [
  nameColumn,
  jmbagColumn,
  {
    key: 'email',
    label: 'E-mail',
    sortable: true,
    cell: ({ email }) => <span className="break-all">{email}</span>,
  },
  {
    key: 'submittedAt',
    label: 'Prijavljen',
    sortable: true,
    cell: ({ submittedAt }) => formatDateTime(submittedAt),
  },
  {
    key: 'listed',
    label: 'Popis brucoša',
    cell: ({ listed }) => (listed === '1' ? 'na popisu' : 'nije na popisu'),
  },
  deleteColumn(({ id, name, surname }) => ({
    what: `prijavu: ${name} ${surname}`,
    remove: () => api('DELETE', '/forms/signups/[id]', { params: { id } }),
    invalidates: ['signups'],
    successMessage: `Prijava je obrisana: ${name} ${surname}.`,
    children: (
      <p className="text-muted">
        Podaci iz prijave nestaju i ne mogu se vratiti. Gost na popisu i njegova karta ostaju, a
        student se može ponovno prijaviti.
      </p>
    ),
  })),
]

const MISSING_COLUMNS: Column<Missing>[] = [
  nameColumn,
  jmbagColumn,
  {
    key: 'bought',
    label: 'Karta',
    cell: ({ bought }) => (bought === '1' ? 'ima kartu' : 'nema kartu'),
  },
]
