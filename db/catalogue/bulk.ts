import type { bulkItems, bulkJobs } from '../schema/bulk'
import type { TableFacts } from './facts'
import { ADMIN, inner, shown } from './facts'

const BULK_JOBS = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    kind: shown(ADMIN, 'Vrsta'),
    params: shown(ADMIN, 'Što se radi'),
    state: shown(ADMIN, 'Stanje'),
    total: shown(ADMIN, 'Ukupno'),
    lastGuestId: shown(ADMIN, 'Dokle je stiglo'),
    changed: shown(ADMIN, 'Promijenjeno'),
    skipped: shown(ADMIN, 'Preskočeno'),
    undone: shown(ADMIN, 'Vraćeno kako je bilo'),
    undoSkipped: { ...shown(ADMIN, 'Ostalo kako jest'), fields: ['kept'] },
    batchId: shown(ADMIN, 'Slanje'),
    createdBy: shown(ADMIN, 'Tko je počeo'),
    undoneBy: shown(ADMIN, 'Tko je poništio'),
    createdAt: shown(ADMIN, 'Zapisano'),
    queuedAt: inner('Čeka od'),
    endedAt: shown(ADMIN, 'Kraj'),
    worker: inner('Tko ga radi'),
    leaseUntil: inner('Do kad ga radi'),
    isUndoPurged: inner('Više se ne može poništiti'),
  },
} as const satisfies TableFacts<keyof typeof bulkJobs.$inferSelect>

export const BULK_ITEMS = {
  atEnd: 'erased',
  columns: {
    jobId: inner('Skupna promjena'),
    guestId: inner('Gost'),
    state: inner('Stanje'),
    reason: shown(ADMIN, 'Razlog'),
    before: {
      label: 'Kako je bilo',
      privacy: { whose: 'guest', erased: 'emptied', inActivityLog: 'never' },
      viewers: [],
    },
  },
} as const satisfies TableFacts<keyof typeof bulkItems.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const BULK_TABLES = {
  bulkItems: BULK_ITEMS,
  bulkJobs: BULK_JOBS,
} as const
