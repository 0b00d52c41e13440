'use client'

import { useQuery } from '@tanstack/react-query'
import { deleteColumn } from '@/components/admin/data/delete-button'
import { FilterChips } from '@/components/admin/data/filter-chips'
import { SearchedTable, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import type { Column } from '@/components/ui/data-table'
import { api } from '@/lib/api-client/client'
import { formatPoints } from '@/lib/leaderboard/rules'
import type { LeaderboardEntry } from '@/lib/leaderboard/schema'

/** Screen with all scores of the game, verified and unverified. */
export function LeaderboardScreen() {
  const { filter, setFilter } = useListAddress()
  const verified = filter('odigrano')
  const { data } = useQuery({
    queryKey: ['leaderboard', 'counts'],
    queryFn: ({ signal }) =>
      Promise.all(
        (['1', '0'] as const).map(async (value) => {
          const query = { verified: value, limit: 1 }
          return (await api('GET', '/gameLeaderboard', { query, signal })).total
        }),
      ),
  })
  const [verifiedCount, unverifiedCount] = data ?? []
  return (
    <>
      <ScreenHead title="Ljestvica" />
      <p className="mb-4 max-w-2xl text-muted">
        Na javnoj su ljestvici rezultati koje je poslužitelj iz poteza igrača odigrao još jednom i
        dobio isto. Rezultat bez dokaza nigdje se ne vidi, osim ako je namještena druga igra.
      </p>
      <SearchedTable
        entity="leaderboard"
        path="/gameLeaderboard"
        search="Traži po nadimku"
        filters={{ verified }}
        filterControls={
          <FilterChips
            legend="Dokaz"
            chosen={verified}
            onChange={(next) => setFilter('odigrano', next)}
            choices={[
              {
                value: null,
                label: 'Svi',
                count: data && (verifiedCount ?? 0) + (unverifiedCount ?? 0),
              },
              { value: '1', label: 'Odigrani', count: verifiedCount },
              { value: '0', label: 'Bez dokaza', count: unverifiedCount },
            ]}
          />
        }
        empty="Nitko još nije igrao."
        caption="Rezultati igrice"
        columns={COLUMNS}
      />
    </>
  )
}

const COLUMNS: Column<LeaderboardEntry>[] = [
  {
    key: 'name',
    label: 'Nadimak',
    sortable: true,
    phone: 'heading',
    cell: ({ name }) => <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>,
  },
  {
    key: 'email',
    label: 'E-mail',
    sortable: true,
    cell: ({ email }) => <span className="break-all">{email}</span>,
  },
  {
    key: 'score',
    label: 'Bodovi',
    sortable: true,
    align: 'right',
    cell: ({ score }) => formatPoints(score),
  },
  {
    key: 'verified',
    label: 'Dokaz',
    cell: ({ verified }) => (verified === '1' ? 'odigrano' : 'bez dokaza'),
  },
  deleteColumn(({ id, name, score }) => ({
    what: `rezultat igrača ${name}`,
    remove: () => api('DELETE', '/gameLeaderboard/[id]', { params: { id } }),
    invalidates: ['leaderboard'],
    successMessage: `Rezultat igrača ${name} je obrisan.`,
    children: (
      <p className="text-muted">
        {formatPoints(score)} bodova nestaje s ljestvice i ne može se vratiti. Isti igrač može
        ponovno igrati.
      </p>
    ),
  })),
]
