import type { walletOutbox, walletPasses, walletPhones } from '../schema/wallet'
import type { TableFacts } from './facts'
import { inner } from './facts'

const pass = { whose: 'guest', erased: 'kept', inActivityLog: 'never' } as const
const phone = { whose: 'guest', erased: 'deleted', inActivityLog: 'never' } as const

const WALLET_PASSES = {
  atEnd: 'erased',
  columns: {
    id: inner('Broj'),
    guestId: inner('Gost'),
    confCode: inner('Kod karte'),
    isGoogle: { ...inner('Tražena i za Google Wallet'), privacy: pass },
    createdAt: { ...inner('Zapisano'), privacy: pass },
    changedAt: inner('Promijenjeno'),
  },
} as const satisfies TableFacts<keyof typeof walletPasses.$inferSelect>

const WALLET_PHONES = {
  atEnd: 'erased',
  columns: {
    passId: inner('Karta u novčaniku'),
    device: { ...inner('Uređaj'), privacy: phone },
    pushToken: { ...inner('Adresa za obavijesti'), privacy: phone },
    createdAt: inner('Zapisano'),
  },
} as const satisfies TableFacts<keyof typeof walletPhones.$inferSelect>

const WALLET_OUTBOX = {
  atEnd: 'erased',
  columns: {
    id: inner('Broj'),
    passId: inner('Karta u novčaniku'),
    device: inner('Uređaj'),
    version: inner('Inačica'),
    attempts: inner('Pokušaja'),
    dueAt: inner('Ne prije'),
  },
} as const satisfies TableFacts<keyof typeof walletOutbox.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const WALLET_TABLES = {
  walletOutbox: WALLET_OUTBOX,
  walletPasses: WALLET_PASSES,
  walletPhones: WALLET_PHONES,
} as const
