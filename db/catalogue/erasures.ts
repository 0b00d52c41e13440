import type { erasures } from '../schema/erasures'
import type { TableFacts } from './facts'
import { inner } from './facts'

/** A restore of a backup erases these rows again. */
export const ERASURES = {
  atEnd: 'kept',
  columns: {
    tableName: inner('Tablica'),
    rowId: inner('Broj retka'),
    erasedAt: inner('Obrisano'),
  },
} as const satisfies TableFacts<keyof typeof erasures.$inferSelect>

/** The tables of this file, by their names in the schema. */
export const ERASURE_TABLES = { erasures: ERASURES } as const
