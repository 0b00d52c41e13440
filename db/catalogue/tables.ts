import type { PgTable } from 'drizzle-orm/pg-core'
import type * as schema from '../schema'
import { ACTIVITIES } from './activities'
import { GATE_DRILL_REPORTS, GATE_DRILLS, SETTLED_OBJECTIONS } from './board'
import { BULK_ITEMS, BULK_JOBS } from './bulk'
import { CASH_MOVES, CASH_SHIFTS } from './cash'
import { BAND_CONTACTS, LINEUP_ITEMS, PRICE_ITEMS, TRANSLATIONS, VISIBILITY_FLAGS } from './content'
import { ARTWORKS, EDITION_TOTALS, EDITIONS, SETS, STAGES } from './editions'
import { ERASURES } from './erasures'
import type { ColumnFacts, TableFacts } from './facts'
import { GATE_DEVICES, GATE_PAIRINGS, GATES } from './gates'
import { GUEST_LIST_COUNTS, GUEST_LISTS } from './guest-lists'
import { GUEST_TABLE } from './guests'
import { IDEMPOTENCY_KEYS } from './idempotency-keys'
import { IMAGES } from './images'
import { GUEST_IMPORT_CHANGES, IMPORT_MAPPINGS } from './imports'
import { LEADERBOARD_ENTRIES, PLAYED_ROUNDS } from './leaderboard'
import { MAIL_BATCHES, MAIL_SERVICE, MAILS } from './mails'
import { NIGHT, NIGHT_PACKS } from './night'
import { CHOSEN_COLUMNS, SAVED_FILTERS } from './office'
import { DOUBLES, GATE_CHANGES, PASSAGES } from './passages'
import { RATE_LIMITS } from './rate-limits'
import { SIGNUPS } from './signups'
import { SPONSORS } from './sponsors'
import {
  ADMIN_GRANTS,
  AUTH_SESSIONS,
  GUEST_READS,
  SHOWN_GUESTS,
  USED_ID_TOKENS,
  USERS,
} from './users'
import { WALLET_NEWS, WALLET_PASSES, WALLET_PHONES } from './wallet'
import { WEBHOOK_DELIVERIES, WEBHOOK_RECEIVERS } from './webhooks'

export type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends PgTable ? Name : never
}[keyof typeof schema]

/** Facts of all tables, by their names in the schema. */
export const TABLES = {
  activities: ACTIVITIES,
  adminGrants: ADMIN_GRANTS,
  artworks: ARTWORKS,
  authSessions: AUTH_SESSIONS,
  bandContacts: BAND_CONTACTS,
  bulkItems: BULK_ITEMS,
  bulkJobs: BULK_JOBS,
  cashMoves: CASH_MOVES,
  cashShifts: CASH_SHIFTS,
  chosenColumns: CHOSEN_COLUMNS,
  doubles: DOUBLES,
  editions: EDITIONS,
  editionTotals: EDITION_TOTALS,
  erasures: ERASURES,
  gateChanges: GATE_CHANGES,
  gateDevices: GATE_DEVICES,
  gateDrillReports: GATE_DRILL_REPORTS,
  gateDrills: GATE_DRILLS,
  gatePairings: GATE_PAIRINGS,
  gates: GATES,
  guestImportChanges: GUEST_IMPORT_CHANGES,
  guestListCounts: GUEST_LIST_COUNTS,
  guestLists: GUEST_LISTS,
  guestReads: GUEST_READS,
  guests: GUEST_TABLE,
  idempotencyKeys: IDEMPOTENCY_KEYS,
  images: IMAGES,
  importMappings: IMPORT_MAPPINGS,
  leaderboardEntries: LEADERBOARD_ENTRIES,
  lineupItems: LINEUP_ITEMS,
  mailBatches: MAIL_BATCHES,
  mails: MAILS,
  mailService: MAIL_SERVICE,
  night: NIGHT,
  nightPacks: NIGHT_PACKS,
  passages: PASSAGES,
  playedRounds: PLAYED_ROUNDS,
  priceItems: PRICE_ITEMS,
  rateLimits: RATE_LIMITS,
  savedFilters: SAVED_FILTERS,
  sets: SETS,
  settledObjections: SETTLED_OBJECTIONS,
  shownGuests: SHOWN_GUESTS,
  signups: SIGNUPS,
  sponsors: SPONSORS,
  stages: STAGES,
  translations: TRANSLATIONS,
  usedIdTokens: USED_ID_TOKENS,
  users: USERS,
  visibilityFlags: VISIBILITY_FLAGS,
  walletNews: WALLET_NEWS,
  walletPasses: WALLET_PASSES,
  walletPhones: WALLET_PHONES,
  webhookDeliveries: WEBHOOK_DELIVERIES,
  webhookReceivers: WEBHOOK_RECEIVERS,
} as const satisfies Record<TableName, TableFacts>

type ColumnsOf<Table extends TableName> = (typeof TABLES)[Table]['columns']

/** Tables with a column of these facts. */
export type TableWith<Facts extends object> = {
  [T in TableName]: Extract<ColumnsOf<T>[keyof ColumnsOf<T>], Facts> extends never ? never : T
}[TableName]

/** Returns the fields of some tables with the facts of their columns. */
export const factsByField = (tables: readonly TableName[]): [field: string, ColumnFacts][] =>
  tables.flatMap((table) =>
    Object.entries<ColumnFacts>(TABLES[table].columns).flatMap(([column, facts]) =>
      (facts.fields ?? [column]).map((field): [string, ColumnFacts] => [field, facts]),
    ),
  )
