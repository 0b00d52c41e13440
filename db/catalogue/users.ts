import type {
  adminGrants,
  authSessions,
  guestReads,
  shownGuests,
  usedIdTokens,
  users,
} from '../schema/users'
import type { TableFacts } from './facts'
import { ADMIN, inner, shown } from './facts'

const staff = { whose: 'staff', erased: 'deleted', inActivityLog: 'kept' } as const

export const USERS = {
  atEnd: 'chosen',
  columns: {
    id: { ...shown(ADMIN, 'Broj'), exported: null },
    name: {
      ...shown(ADMIN, 'Ime i prezime'),
      privacy: { ...staff, inActivityLog: 'redacted', isSearched: true },
      exported: { name: 28 },
    },
    email: {
      ...shown(ADMIN, 'E-mail'),
      privacy: { ...staff, inActivityLog: 'redacted', isSearched: true },
      exported: { email: 34 },
    },
    privilege: { ...shown(ADMIN, 'Privilegija'), privacy: staff, exported: { privilege: 16 } },
    createdAt: { ...inner('Zapisano'), privacy: staff },
  },
} as const satisfies TableFacts<keyof typeof users.$inferSelect, 'exported'>

/** The sessions of a user are deleted together with the user. */
const AUTH_SESSIONS = {
  atEnd: 'kept',
  columns: {
    id: inner('Broj'),
    userId: inner('Korisnik'),
    generation: inner('Krug'),
    device: { ...inner('Uređaj'), privacy: staff },
    keyName: { ...shown(ADMIN, 'Ključ'), privacy: staff },
    keyPrivilege: { ...shown(ADMIN, 'Privilegija ključa'), privacy: staff },
    createdAt: { ...inner('Zapisano'), privacy: staff },
    lastUsedAt: { ...inner('Zadnje korištenje'), privacy: staff },
    expiresAt: inner('Vrijedi do'),
    endedAt: { ...inner('Kraj'), privacy: staff },
  },
} as const satisfies TableFacts<keyof typeof authSessions.$inferSelect>

const ADMIN_GRANTS = {
  atEnd: 'kept',
  columns: {
    emailHash: inner('Otisak adrese'),
    grantedAt: inner('Dano'),
  },
} as const satisfies TableFacts<keyof typeof adminGrants.$inferSelect>

const SHOWN_GUESTS = {
  atEnd: 'erased',
  columns: {
    signInId: inner('Prijava'),
    guestId: inner('Gost'),
  },
} as const satisfies TableFacts<keyof typeof shownGuests.$inferSelect>

const GUEST_READS = {
  atEnd: 'erased',
  columns: {
    userId: shown(ADMIN, 'Korisnik'),
    hour: { ...shown(ADMIN, 'Sat'), privacy: staff },
    guests: { ...shown(ADMIN, 'Broj gostiju'), privacy: staff },
  },
} as const satisfies TableFacts<keyof typeof guestReads.$inferSelect>

const USED_ID_TOKENS = {
  atEnd: 'kept',
  columns: {
    hash: inner('Otisak'),
    expiresAt: inner('Vrijedi do'),
  },
} as const satisfies TableFacts<keyof typeof usedIdTokens.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const USER_TABLES = {
  adminGrants: ADMIN_GRANTS,
  authSessions: AUTH_SESSIONS,
  guestReads: GUEST_READS,
  shownGuests: SHOWN_GUESTS,
  usedIdTokens: USED_ID_TOKENS,
  users: USERS,
} as const
