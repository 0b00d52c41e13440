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

export const SIGNUPS = {
  atEnd: 'erased',
  columns: {
    id: shown(STAFF, 'Broj'),
    name: { ...shown(DESK, 'Ime'), privacy: fresher },
    surname: { ...shown(DESK, 'Prezime'), privacy: fresher },
    email: { ...shown(DESK, 'E-mail'), privacy: fresher },
    jmbag: { ...shown(DESK, 'JMBAG'), privacy: fresher },
    submittedAt: {
      ...shown(DESK, 'Prijavljeno'),
      fields: ['submitted_at', 'submittedAt'],
      privacy: when,
    },
    consentedAt: { ...inner('Privola dana'), privacy: when },
  },
} as const satisfies TableFacts<keyof typeof signups.$inferSelect>
