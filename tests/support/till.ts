import type { Sql } from 'postgres'

/** Price of a fresher's ticket in these tests, in cents. */
export const PRICE = 1_050

/** Reads the stored cash movements, of one guest or of all. */
export const movesOf = (sql: Sql, guestId?: number) =>
  sql<
    {
      id: number
      kind: string
      method: string
      cents: number
      shift_id: number | null
      seller_id: number | null
      guest_id: number | null
      reason: string
    }[]
  >`select * from cash_moves where ${guestId ?? null}::int is null or guest_id = ${guestId ?? null} order by id`

/** Deletes all cash movements and cash shifts. */
export const emptyTill = (sql: Sql) => sql`truncate cash_moves, cash_shifts`
