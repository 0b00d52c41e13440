import type { cashMoves, cashShifts } from '../schema/cash'
import type { TableFacts } from './facts'
import { ADMIN, inner, STAFF, shown } from './facts'

// Notes and reasons are texts that sellers write, so they may contain personal data.
const written = { whose: 'staff', erased: 'emptied', inActivityLog: 'redacted' } as const
const counted = { whose: 'guest', erased: 'kept', inActivityLog: 'kept' } as const

const CASH_SHIFTS = {
  atEnd: 'erased',
  columns: {
    id: shown(STAFF, 'Broj'),
    sellerId: shown(STAFF, 'Prodavač'),
    openedAt: shown(STAFF, 'Otvorena'),
    closedAt: shown(STAFF, 'Zatvorena'),
    note: { ...shown(STAFF, 'Napomena'), privacy: written },
  },
} as const satisfies TableFacts<keyof typeof cashShifts.$inferSelect>

export const CASH_MOVES = {
  atEnd: 'erased',
  columns: {
    id: shown(STAFF, 'Broj'),
    at: { ...shown(STAFF, 'Vrijeme'), privacy: counted },
    kind: { ...shown(STAFF, 'Vrsta'), privacy: counted },
    method: { ...shown(STAFF, 'Način'), fields: ['way'], privacy: counted },
    cents: { ...shown(STAFF, 'Iznos u centima'), privacy: counted },
    priceCents: shown(STAFF, 'Cijena u centima'),
    reason: { ...shown(STAFF, 'Razlog'), privacy: { ...written, whose: 'guest' } },
    shiftId: shown(STAFF, 'Smjena'),
    sellerId: shown(STAFF, 'Prodavač'),
    guestId: shown(ADMIN, 'Gost'),
    listId: inner('Broj popisa'),
    list: shown(STAFF, 'Popis'),
    saleId: inner('Vraćena prodaja'),
  },
} as const satisfies TableFacts<keyof typeof cashMoves.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const CASH_TABLES = {
  cashMoves: CASH_MOVES,
  cashShifts: CASH_SHIFTS,
} as const
