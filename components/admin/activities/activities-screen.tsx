'use client'

import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { PAGE_SIZE, useList } from '@/components/admin/data/use-list'
import { useListAddress } from '@/components/admin/data/use-list-address'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/field'
import { Pager } from '@/components/ui/pager'
import { SearchField } from '@/components/ui/search-field'
import { ENTITY_WORDS } from '@/lib/activities/messages'
import type { ListedActivity } from '@/lib/activities/schema'
import type { User } from '@/lib/users/schema'
import { ActivityLine } from './activity-line'

/** Far more staff than a festival has. */
const EVERYBODY = 500

/** The record of who did what, newest first. */
export function ActivitiesScreen() {
  const { view, filter, setFilter, onSearch, onPage, clear } = useListAddress()
  const entity = filter('vrsta')
  const person = filter('osoba')
  const list = useList<ListedActivity>('activities', '/activities/', {
    search: view.search,
    page: view.page,
    filters: { entity, user: person },
  })
  const people = useList<User>('users', '/users/', { ordering: 'name', pageSize: EVERYBODY })
  return (
    <>
      <ScreenHead title="Aktivnosti" />
      <div className="mb-4 grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="col-span-2 lg:col-span-1">
          <SearchField
            label="Traži po osobi ili promijenjenom tekstu"
            value={view.search}
            onSearch={onSearch}
          />
        </div>
        <Select
          label="Vrsta"
          value={entity ?? ''}
          onChange={(event) => setFilter('vrsta', event.target.value || null)}
        >
          <option value="">Sve</option>
          {Object.entries(ENTITY_WORDS).map(([noun, word]) => (
            <option key={noun} value={noun}>
              {word}
            </option>
          ))}
        </Select>
        <Select
          label="Osoba"
          value={person ?? ''}
          onChange={(event) => setFilter('osoba', event.target.value || null)}
        >
          <option value="">Svi</option>
          {people.data?.rows.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name || email}
            </option>
          ))}
        </Select>
      </div>
      <ListState
        list={list}
        empty="Još nitko nije ništa promijenio."
        isFiltered={view.search !== '' || entity !== null || person !== null}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <ul
              aria-label="Aktivnosti"
              aria-busy={list.isPlaceholderData}
              className={classes(
                'divide-y divide-edge overflow-hidden rounded-lg border border-edge bg-panel',
                list.isPlaceholderData && 'opacity-60',
              )}
            >
              {rows.map((activity) => (
                <ActivityLine key={activity.id} activity={activity} />
              ))}
            </ul>
            <Pager
              page={view.page}
              pageSize={PAGE_SIZE}
              shown={rows.length}
              total={total}
              onPage={onPage}
              words={{ before: 'Noviji', after: 'Stariji' }}
            />
          </>
        )}
      </ListState>
    </>
  )
}
