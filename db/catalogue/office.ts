import type { chosenColumns, savedFilters } from '../schema/office'
import type { TableFacts } from './facts'
import { ADMIN, inner, shown } from './facts'

const SAVED_FILTERS = {
  atEnd: 'erased',
  columns: {
    id: inner('Broj'),
    screen: { ...inner('Popis'), fields: ['screen'] },
    name: {
      ...inner('Naziv'),
      privacy: { whose: 'guest', erased: 'deleted', inActivityLog: 'redacted' },
    },
    query: inner('Filtri'),
  },
} as const satisfies TableFacts<keyof typeof savedFilters.$inferSelect>

const CHOSEN_COLUMNS = {
  atEnd: 'kept',
  columns: {
    userId: inner('Korisnik'),
    screen: inner('Popis'),
    columns: shown(ADMIN, 'Stupci'),
  },
} as const satisfies TableFacts<keyof typeof chosenColumns.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const OFFICE_TABLES = {
  chosenColumns: CHOSEN_COLUMNS,
  savedFilters: SAVED_FILTERS,
} as const
