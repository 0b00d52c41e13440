import type { leaderboardEntries, playedRounds } from '../schema/leaderboard'
import type { TableFacts } from './facts'
import { ADMIN, inner, PUBLIC, shown } from './facts'

const player = { whose: 'player', erased: 'deleted', inActivityLog: 'redacted' } as const

export const LEADERBOARD_ENTRIES = {
  atEnd: 'erased',
  columns: {
    id: shown(PUBLIC, 'Broj'),
    name: { ...shown(PUBLIC, 'Nadimak'), privacy: { ...player, isSearched: true } },
    email: { ...shown(ADMIN, 'E-mail'), privacy: { ...player, isSearched: true } },
    score: { ...shown(PUBLIC, 'Bodovi'), privacy: { ...player, inActivityLog: 'kept' } },
    verified: shown(ADMIN, 'Provjeren'),
  },
} as const satisfies TableFacts<keyof typeof leaderboardEntries.$inferSelect>

const PLAYED_ROUNDS = {
  atEnd: 'erased',
  columns: {
    id: inner('Broj'),
    contentHash: inner('Otisak rezultata'),
    expiresAt: inner('Vrijedi do'),
  },
} as const satisfies TableFacts<keyof typeof playedRounds.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const LEADERBOARD_TABLES = {
  leaderboardEntries: LEADERBOARD_ENTRIES,
  playedRounds: PLAYED_ROUNDS,
} as const
