import type { signups } from '../schema/signups'
import type { TableFacts } from './facts'
import { inner, STAFF, shown } from './facts'

const DESK = ['admin', 'desk'] as const

const fresher = {
  whose: 'fresher',
  erased: 'deleted',
  inActivityLog: 'redacted',
  isSearched: true,
} as const
const when = { whose: 'fresher', erased: 'deleted', inActivityLog: 'kept' } as const

/** The export of sign-ups has its columns in this order. */
export const SIGNUPS = {
  atEnd: 'erased',
  columns: {
    id: { ...shown(STAFF, 'Broj'), exported: null },
    surname: { ...shown(DESK, 'Prezime'), privacy: fresher, exported: { surname: 20 } },
    name: { ...shown(DESK, 'Ime'), privacy: fresher, exported: { name: 16 } },
    jmbag: { ...shown(DESK, 'JMBAG'), privacy: fresher, exported: { jmbag: 13 } },
    email: { ...shown(DESK, 'E-mail'), privacy: fresher, exported: { email: 26 } },
    submittedAt: {
      ...shown(DESK, 'Prijavljen'),
      exported: { submittedAt: 20 },
      fields: ['submitted_at', 'submittedAt'],
      privacy: when,
    },
    consentedAt: { ...inner('Privola dana'), privacy: when },
  },
} as const satisfies TableFacts<keyof typeof signups.$inferSelect, 'exported'>

/** The tables that this file declares, by their names in db/schema. */
export const SIGNUP_TABLES = { signups: SIGNUPS } as const
