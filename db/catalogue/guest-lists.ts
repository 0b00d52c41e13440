import type { guestListCounts, guestLists } from '../schema/guest-lists'
import type { TableFacts } from './facts'
import { ADMIN, inner, STAFF, shown } from './facts'

export const GUEST_LISTS = {
  atEnd: 'kept',
  columns: {
    id: shown(STAFF, 'Broj'),
    kind: shown(STAFF, 'Vrsta'),
    name: shown(STAFF, 'Naziv'),
    role: shown(STAFF, 'Uloga'),
    sponsorId: shown(ADMIN, 'Sponzor'),
    // The slug is a secret in the URL of a sponsor list.
    slug: shown(ADMIN, 'Adresa'),
    priceCents: { ...shown(STAFF, 'Cijena u centima'), atEnd: 'null' },
    deletedAt: inner('Obrisano'),
    label: shown(ADMIN, 'Tag gostiju'),
  },
} as const satisfies TableFacts<keyof typeof guestLists.$inferSelect>

const GUEST_LIST_COUNTS = {
  atEnd: 'erased',
  columns: {
    id: inner('Broj'),
    listId: inner('Popis'),
    total: shown(ADMIN, 'Gostiju'),
    bought: shown(ADMIN, 'S kartom'),
    entered: shown(ADMIN, 'Unutra'),
    boughtAndInside: shown(ADMIN, 'Unutra s kartom'),
  },
} as const satisfies TableFacts<keyof typeof guestListCounts.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const GUEST_LIST_TABLES = {
  guestListCounts: GUEST_LIST_COUNTS,
  guestLists: GUEST_LISTS,
} as const
