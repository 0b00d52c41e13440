import type { PgTable } from 'drizzle-orm/pg-core'
import type * as schema from '../schema'
import { ACTIVITY_TABLES } from './activities'
import { BOARD_TABLES } from './board'
import { BULK_TABLES } from './bulk'
import { CASH_TABLES } from './cash'
import { CONTENT_TABLES } from './content'
import { EDITION_TABLES } from './editions'
import { ERASURE_TABLES } from './erasures'
import type { ColumnFacts, TableFacts } from './facts'
import { GATE_TABLES } from './gates'
import { GUEST_LIST_TABLES } from './guest-lists'
import { GUEST_TABLES } from './guests'
import { IDEMPOTENCY_KEY_TABLES } from './idempotency-keys'
import { IMAGE_TABLES } from './images'
import { IMPORT_TABLES } from './imports'
import { LEADERBOARD_TABLES } from './leaderboard'
import { MAIL_TABLES } from './mails'
import { NIGHT_TABLES } from './night'
import { OFFICE_TABLES } from './office'
import { PASSAGE_TABLES } from './passages'
import { RATE_LIMIT_TABLES } from './rate-limits'
import { SIGNUP_TABLES } from './signups'
import { SPONSOR_TABLES } from './sponsors'
import { USER_TABLES } from './users'
import { WALLET_TABLES } from './wallet'
import { WEBHOOK_TABLES } from './webhooks'

export type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends PgTable ? Name : never
}[keyof typeof schema]

/** Facts about all tables of the database, by the names of the tables in db/schema. */
export const TABLES = {
  ...ACTIVITY_TABLES,
  ...BOARD_TABLES,
  ...BULK_TABLES,
  ...CASH_TABLES,
  ...CONTENT_TABLES,
  ...EDITION_TABLES,
  ...ERASURE_TABLES,
  ...GATE_TABLES,
  ...GUEST_LIST_TABLES,
  ...GUEST_TABLES,
  ...IDEMPOTENCY_KEY_TABLES,
  ...IMAGE_TABLES,
  ...IMPORT_TABLES,
  ...LEADERBOARD_TABLES,
  ...MAIL_TABLES,
  ...NIGHT_TABLES,
  ...OFFICE_TABLES,
  ...PASSAGE_TABLES,
  ...RATE_LIMIT_TABLES,
  ...SIGNUP_TABLES,
  ...SPONSOR_TABLES,
  ...USER_TABLES,
  ...WALLET_TABLES,
  ...WEBHOOK_TABLES,
} as const satisfies Record<TableName, TableFacts>

/** Returns the response fields of these tables, each with the facts of its column. */
export const factsByField = (tables: readonly TableName[]): [field: string, ColumnFacts][] =>
  tables.flatMap((table) =>
    Object.entries<ColumnFacts>(TABLES[table].columns).flatMap(([column, facts]) =>
      (facts.fields ?? [column]).map((field): [string, ColumnFacts] => [field, facts]),
    ),
  )
