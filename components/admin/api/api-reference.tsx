'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ListState, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { SearchField } from '@/components/ui/search-field'
import { api } from '@/lib/http/client'
import { matchingCalls, readableApi } from '@/lib/openapi/rules'
import type { CallGroup } from '@/lib/openapi/types'
import { Call } from './call'

/** Every call of the API for whoever writes a program against it, from its own description. */
export function ApiReference() {
  const { view, onSearch, clear } = useListAddress()
  const { search } = view
  const list = useQuery({
    queryKey: ['openapi'],
    queryFn: async () => readableApi(await api('GET', '/openapi.json')),
    staleTime: Number.POSITIVE_INFINITY,
    select: useCallback(
      (groups: CallGroup[]) => {
        const rows = matchingCalls(groups, search)
        return { rows, total: rows.reduce((sum, { calls }) => sum + calls.length, 0) }
      },
      [search],
    ),
  })
  return (
    <>
      <ScreenHead title="API">
        <a
          href="/api/openapi.json"
          className="inline-flex min-h-11 items-center rounded-md border border-edge-2 px-4 font-semibold hover:bg-panel-2"
        >
          openapi.json
        </a>
      </ScreenHead>
      <p className="mb-5 max-w-prose text-muted">
        Pozivi koje programi mogu uputiti ovoj stranici, složeni iz istih pravila po kojima ih
        poslužitelj provjerava. Program šalje zaglavlje <code>Authorization: Bearer</code> s tokenom
        koji vraća <code>POST /auth/google/</code>. Opisi poziva su na engleskom.
      </p>
      <SearchField label="Traži poziv, polje ili opis" value={search} onSearch={onSearch} />
      <p role="status" className="mt-2 mb-6 min-h-5 text-sm text-muted">
        {list.data && `${search ? 'Pronađeno' : 'Ukupno'} poziva: ${list.data.total}`}
      </p>
      <ListState list={list} empty="Nema poziva." isFiltered={search !== ''} onClear={clear}>
        {(groups) => groups.map((group) => <Group key={group.name} group={group} />)}
      </ListState>
    </>
  )
}

function Group({ group: { name, description, calls } }: { group: CallGroup }) {
  return (
    <section aria-labelledby={`group-${name}`} className="mb-8">
      <h2 id={`group-${name}`} className="font-mono text-lg font-bold">
        /{name}
      </h2>
      <p lang="en" className="mb-2 text-sm text-muted">
        {description}
      </p>
      <ul className="overflow-hidden rounded-lg border border-edge bg-panel">
        {calls.map((call) => (
          <Call key={call.id} call={call} />
        ))}
      </ul>
    </section>
  )
}
