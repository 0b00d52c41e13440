'use client'

import { SearchedList, useList, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/field'
import { NOUNS } from '@/lib/nouns'
import { ActivityLine } from './activity-line'

/** Far more staff than a festival has. */
const EVERYBODY = 500

/** The record of who did what, newest first. */
export function ActivitiesScreen() {
  const { filter, setFilter } = useListAddress()
  const entity = filter('vrsta')
  const person = filter('osoba')
  const people = useList('users', '/users', { ordering: 'name', pageSize: EVERYBODY })
  return (
    <>
      <ScreenHead title="Aktivnosti" />
      <SearchedList
        noun="activities"
        path="/activities"
        search="Traži po osobi ili promijenjenom tekstu"
        filters={{ entity, user: person }}
        filtering={
          <div className="grid max-w-xl grid-cols-2 gap-4">
            <Select
              label="Vrsta"
              value={entity ?? ''}
              onChange={(event) => setFilter('vrsta', event.target.value || null)}
            >
              <option value="">Sve</option>
              {Object.entries(NOUNS).map(([noun, { word }]) => (
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
        }
        empty="Još nitko nije ništa promijenio."
        words={{ before: 'Noviji', after: 'Stariji' }}
      >
        {({ rows, isStale }) => (
          <ul
            aria-label="Aktivnosti"
            aria-busy={isStale}
            className={classes(
              'divide-y divide-edge overflow-hidden rounded-lg border border-edge bg-panel',
              isStale && 'opacity-60',
            )}
          >
            {rows.map((activity) => (
              <ActivityLine key={activity.id} activity={activity} />
            ))}
          </ul>
        )}
      </SearchedList>
    </>
  )
}
