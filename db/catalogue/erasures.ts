import type { erasures } from '../schema/erasures'
import type { TableFacts } from './facts'
import { inner } from './facts'

/**
 * The table lists erased rows. If the restore of a backup brings an erased row back, it is erased
 * again.
 */
const ERASURES = {
  atEnd: 'kept',
  columns: {
    tableName: inner('Tablica'),
    rowId: inner('Broj retka'),
    erasedAt: inner('Obrisano'),
  },
} as const satisfies TableFacts<keyof typeof erasures.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const ERASURE_TABLES = { erasures: ERASURES } as const
