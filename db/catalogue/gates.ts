import type { gateDevices, gatePairings, gates } from '../schema/gates'
import type { TableFacts } from './facts'
import { ADMIN, inner, STAFF, shown } from './facts'

const work = { whose: 'staff', erased: 'deleted', inActivityLog: 'kept' } as const

const GATES = {
  atEnd: 'kept',
  columns: {
    id: shown(STAFF, 'Broj'),
    name: shown(STAFF, 'Naziv'),
    unknownPolicy: shown(STAFF, 'Nepoznata karta bez mreže'),
    capacity: shown(STAFF, 'Najviše unutra'),
    deletedAt: inner('Obrisano'),
  },
} as const satisfies TableFacts<keyof typeof gates.$inferSelect>

const GATE_DEVICES = {
  atEnd: 'erased',
  columns: {
    id: shown(STAFF, 'Broj'),
    gateId: { ...shown(STAFF, 'Ulaz'), privacy: null, phones: 'me' },
    // The label may contain personal data, because volunteers name their devices after themselves.
    label: {
      ...shown(STAFF, 'Uređaj'),
      fields: ['device', 'label'],
      privacy: { whose: 'volunteer', erased: 'deleted', inActivityLog: 'redacted' },
      phones: 'me',
    },
    isStaff: shown(ADMIN, 'Osoblje'),
    userId: shown(ADMIN, 'Korisnik'),
    signInId: inner('Prijava'),
    secretHash: inner('Otisak tajne'),
    createdAt: { ...shown(ADMIN, 'Zapisano'), privacy: work },
    endsAt: { ...shown(STAFF, 'Kraj'), privacy: work, phones: 'me' },
    revokedAt: { ...shown(STAFF, 'Odjavljen'), phones: 'me' },
    leftAt: { ...shown(STAFF, 'Otišao'), phones: 'me' },
    lastSeenAt: shown(ADMIN, 'Zadnji znak života'),
    clockOffset: shown(ADMIN, 'Pomak sata'),
    status: shown(ADMIN, 'Stanje uređaja'),
  },
} as const satisfies TableFacts<keyof typeof gateDevices.$inferSelect>

const GATE_PAIRINGS = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    gateId: shown(ADMIN, 'Ulaz'),
    codeHash: inner('Otisak koda'),
    madeBy: inner('Tko ga je napravio'),
    madeAt: inner('Napravljen'),
    expiresAt: shown(ADMIN, 'Vrijedi do'),
    endsAt: shown(ADMIN, 'Kraj smjene'),
    usedAt: shown(ADMIN, 'Iskorišten'),
    deviceId: shown(ADMIN, 'Uređaj'),
    tries: shown(ADMIN, 'Odbijenih pokušaja'),
    lastTryAt: shown(ADMIN, 'Zadnji pokušaj'),
    lastTryBy: shown(ADMIN, 'Čime'),
  },
} as const satisfies TableFacts<keyof typeof gatePairings.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const GATE_TABLES = {
  gateDevices: GATE_DEVICES,
  gatePairings: GATE_PAIRINGS,
  gates: GATES,
} as const
