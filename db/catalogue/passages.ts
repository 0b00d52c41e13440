import type { duplicateAdmissions, gateChanges, passages } from '../schema/passages'
import type { TableFacts } from './facts'
import { ADMIN, inner, STAFF, shown } from './facts'

const counted = { whose: 'guest', erased: 'kept', inActivityLog: 'kept' } as const

const PASSAGES = {
  atEnd: 'erased',
  columns: {
    id: shown(STAFF, 'Broj'),
    guestId: shown(STAFF, 'Gost'),
    gateId: shown(STAFF, 'Ulaz'),
    deviceId: shown(STAFF, 'Uređaj'),
    userId: shown(ADMIN, 'Korisnik'),
    direction: { ...shown(STAFF, 'Smjer'), privacy: counted },
    verdict: { ...shown(STAFF, 'Ishod'), privacy: counted },
    decided: shown(STAFF, 'Tko je odlučio'),
    at: { ...shown(STAFF, 'Vrijeme'), privacy: counted },
    clockOffset: shown(ADMIN, 'Pomak sata'),
    receivedAt: shown(ADMIN, 'Primljeno'),
    voids: { ...shown(STAFF, 'Poništava'), fields: ['takesBack'] },
    serverRefusal: { ...shown(ADMIN, 'Prigovor'), fields: ['objection'] },
    codeHash: inner('Otisak koda'),
  },
} as const satisfies TableFacts<keyof typeof passages.$inferSelect>

const DUPLICATE_ADMISSIONS = {
  atEnd: 'erased',
  columns: {
    first: shown(STAFF, 'Prvi ulaz'),
    second: shown(STAFF, 'Drugi ulaz'),
    guestId: shown(STAFF, 'Gost'),
    foundAt: shown(ADMIN, 'Nađeno'),
    settled: shown(ADMIN, 'Odluka'),
    settledBy: shown(ADMIN, 'Tko je odlučio'),
    settledAt: shown(ADMIN, 'Kad je odlučeno'),
  },
} as const satisfies TableFacts<keyof typeof duplicateAdmissions.$inferSelect>

const GATE_CHANGES = {
  atEnd: 'erased',
  columns: {
    transactionId: inner('Transakcija'),
    at: inner('Vrijeme'),
    entity: inner('Što'),
    entityId: inner('Broj stvari'),
  },
} as const satisfies TableFacts<keyof typeof gateChanges.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const PASSAGE_TABLES = {
  duplicateAdmissions: DUPLICATE_ADMISSIONS,
  gateChanges: GATE_CHANGES,
  passages: PASSAGES,
} as const
