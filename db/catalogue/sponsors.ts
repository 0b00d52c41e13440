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
      privacy: { whose: 'sponsor', erased: 'deleted', inRecord: 'kept', isSought: true },
    },
    // The key to the list: a new one takes its place in a row that stays (db/queries/erasure.ts).
    slug: shown(ADMIN, 'Adresa'),
    url: {
      ...shown(PUBLIC, 'Poveznica'),
      privacy: { whose: 'sponsor', erased: 'deleted', inRecord: 'kept' },
    },
    imageHash: { ...shown(PUBLIC, 'Fotografija'), fields: ['image'] },
    email: {
      ...shown(ADMIN, 'E-mail'),
      privacy: { whose: 'sponsor', erased: 'deleted', inRecord: 'blotted', isSought: true },
    },
    guestCap: shown(SPONSOR, 'Najviše gostiju'),
    guestsEnabled: { ...shown(SPONSOR, 'Popis gostiju'), atEnd: '0' },
    visible: shown(ADMIN, 'Vidljivo'),
    order: shown(PUBLIC, 'Mjesto'),
    openedAt: { ...shown(ADMIN, 'Popis prvi put otvoren'), atEnd: 'null' },
  },
} as const satisfies TableFacts<keyof typeof sponsors.$inferSelect>
