import type { guestImportChanges, importMappings } from '../schema/imports'
import type { TableFacts } from './facts'
import { ADMIN, inner, shown } from './facts'

const IMPORT_MAPPINGS = {
  atEnd: 'kept',
  columns: {
    hash: inner('Otisak zaglavlja'),
    fields: shown(ADMIN, 'Što je u stupcima'),
    listId: shown(ADMIN, 'Popis'),
    usedAt: inner('Zadnje korištenje'),
  },
} as const satisfies TableFacts<keyof typeof importMappings.$inferSelect>

const GUEST_IMPORT_CHANGES = {
  atEnd: 'erased',
  columns: {
    guestId: inner('Gost'),
    at: shown(ADMIN, 'Vrijeme'),
  },
} as const satisfies TableFacts<keyof typeof guestImportChanges.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const IMPORT_TABLES = {
  guestImportChanges: GUEST_IMPORT_CHANGES,
  importMappings: IMPORT_MAPPINGS,
} as const
