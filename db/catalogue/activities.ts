import type { activities } from '../schema/activities'
import type { TableFacts } from './facts'
import { ADMIN, shown } from './facts'

/** The end of an edition keeps the activities that are not about a single person. */
export const ACTIVITIES = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    at: shown(ADMIN, 'Vrijeme'),
    userId: shown(ADMIN, 'Tko'),
    entity: shown(ADMIN, 'Što'),
    entityId: shown(ADMIN, 'Broj stvari'),
    action: shown(ADMIN, 'Radnja'),
    // Erasure redacts the personal fields in it, by the facts of the changed columns.
    changes: shown(ADMIN, 'Izmjene'),
  },
} as const satisfies TableFacts<keyof typeof activities.$inferSelect>

/** The tables of this file, by their names in the schema. */
export const ACTIVITY_TABLES = { activities: ACTIVITIES } as const
