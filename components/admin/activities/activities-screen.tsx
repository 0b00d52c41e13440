'use client'

import { SearchedList, useList, useListAddress } from '@/components/admin/data/list'
import { PanelList } from '@/components/admin/data/panel-list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { FilterSelect } from '@/components/ui/filter-select'
import { ENTITIES } from '@/db/catalogue/entities'
import { ActivityLine } from './activity-line'

/**
 * Page size of the list of users for the filter: far more than any festival has, so one request
 * returns all users.
 */
const USERS_PAGE_SIZE = 500

/** Screen of the activity log: who did what, newest first. */
export function ActivitiesScreen() {
  const { filter, setFilter } = useListAddress()
  const entity = filter('vrsta')
  const userId = filter('osoba')
  const userQuery = { ordering: 'name', pageSize: USERS_PAGE_SIZE }
  const users = useList('users', '/users', userQuery).data?.rows ?? []
  return (
    <>
      <ScreenHead title="Aktivnosti" />
      <SearchedList
        entity="activities"
        path="/activities"
        search="Traži po osobi ili promijenjenom tekstu"
        filters={{ entity, user: userId }}
        filterControls={
          <div className="grid max-w-xl grid-cols-2 gap-4">
            <FilterSelect
              label="Vrsta"
              all="Sve"
              choices={Object.entries(ENTITIES).map(([value, { word }]) => ({
                value,
                label: word,
              }))}
              value={entity}
              onChoose={(next) => setFilter('vrsta', next)}
            />
            <FilterSelect
              label="Osoba"
              all="Svi"
              choices={users.map(({ id, name, email }) => ({ value: id, label: name || email }))}
              value={userId}
              onChoose={(next) => setFilter('osoba', next)}
            />
          </div>
        }
        empty="Još nitko nije ništa promijenio."
        pagerLabels={{ before: 'Noviji', after: 'Stariji' }}
      >
        {({ rows, isStale }) => (
          <PanelList label="Aktivnosti" isStale={isStale}>
            {rows.map((activity) => (
              <ActivityLine key={activity.id} activity={activity} />
            ))}
          </PanelList>
        )}
      </SearchedList>
    </>
  )
}
