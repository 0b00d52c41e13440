import type { activities } from '../schema/activities'
import type { TableFacts } from './facts'
import { ADMIN, shown } from './facts'

/**
 * The end of an edition keeps the activities that are not about a single guest, sign-up, mail or
 * player. It truncates the table, and inserts these activities again.
 */
const ACTIVITIES = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    at: shown(ADMIN, 'Vrijeme'),
    userId: shown(ADMIN, 'Tko'),
    entity: shown(ADMIN, 'Što'),
    entityId: shown(ADMIN, 'Broj stvari'),
    action: shown(ADMIN, 'Radnja'),
    // When a person is erased, personal fields in `changes` are redacted, by the facts of the
    // changed columns.
    changes: shown(ADMIN, 'Izmjene'),
  },
} as const satisfies TableFacts<keyof typeof activities.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const ACTIVITY_TABLES = { activities: ACTIVITIES } as const
