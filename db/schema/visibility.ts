import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Nine switches (`visible`) and two moments (`at`), one row per key. */
export const visibilityFlags = pgTable(
  'visibility_flags',
  {
    name: text().primaryKey(),
    visible: boolean(),
    at: timestamp({ withTimezone: true }),
  },
  () => [
    check(
      'visibility_flags_known',
      sql`case when name in ('TIMER_TIME', 'SPONSORS_INPUT_TIME') then visible is null
        when name in ('COMINGSOON_VISIBILITY', 'LINEUP_VISIBILITY', 'SPONSORS_VISIBILITY',
          'CJENIK_VISIBILITY', 'TLOCRT_VISIBILITY', 'SATNICA_VISIBILITY', 'ULAZNICA_VISIBILITY',
          'IGRICA_VISIBILITY', 'TIMER_VISIBILITY') then visible is not null and at is null
        else false end`,
    ),
  ],
)
