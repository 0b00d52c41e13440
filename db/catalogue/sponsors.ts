import type { sponsors } from '../schema/sponsors'
import type { TableFacts } from './facts'
import { ADMIN, PUBLIC, shown } from './facts'

const SPONSOR = ['admin', 'sponsor'] as const

export const SPONSORS = {
  atEnd: 'chosen',
  columns: {
    id: shown(PUBLIC, 'Broj'),
    name: {
      ...shown(PUBLIC, 'Naziv'),
      privacy: { whose: 'sponsor', erased: 'deleted', inActivityLog: 'kept', isSearched: true },
    },
    // The slug is a secret in the URL of the sponsor list. The end of an edition replaces it
    // (db/queries/erasure.ts).
    slug: shown(ADMIN, 'Adresa'),
    url: {
      ...shown(PUBLIC, 'Poveznica'),
      privacy: { whose: 'sponsor', erased: 'deleted', inActivityLog: 'kept' },
    },
    imageHash: { ...shown(PUBLIC, 'Fotografija'), fields: ['image'] },
    email: {
      ...shown(ADMIN, 'E-mail'),
      privacy: { whose: 'sponsor', erased: 'deleted', inActivityLog: 'redacted', isSearched: true },
    },
    guestCap: shown(SPONSOR, 'Najviše gostiju'),
    guestsEnabled: { ...shown(SPONSOR, 'Popis gostiju'), atEnd: '0' },
    visible: shown(ADMIN, 'Vidljivo'),
    order: shown(PUBLIC, 'Mjesto'),
    openedAt: { ...shown(ADMIN, 'Popis prvi put otvoren'), atEnd: 'null' },
  },
} as const satisfies TableFacts<keyof typeof sponsors.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const SPONSOR_TABLES = { sponsors: SPONSORS } as const
