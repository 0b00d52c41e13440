import type { activities } from '../schema/activities'
import type { TableFacts } from './facts'
import { ADMIN, shown } from './facts'

/** The end of an edition sets aside the lines about no single person. */
export const ACTIVITIES = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    at: shown(ADMIN, 'Vrijeme'),
    userId: shown(ADMIN, 'Tko'),
    entity: shown(ADMIN, 'Što'),
    entityId: shown(ADMIN, 'Broj stvari'),
    action: shown(ADMIN, 'Radnja'),
    // What tells of a person in it is blotted out by the facts of the columns that it names.
    changes: shown(ADMIN, 'Izmjene'),
  },
} as const satisfies TableFacts<keyof typeof activities.$inferSelect>
