import type { Sql } from 'postgres'

/** What a fresher's ticket costs in these tests. */
export const PRICE = 1_050

/** All money as it is stored. */
export const movesOf = (sql: Sql, guestId?: number) =>
  sql<
    {
      id: number
      kind: string
      way: string
      cents: number
      shift_id: number | null
      seller_id: number | null
      guest_id: number | null
      reason: string
    }[]
  >`select * from cash_moves where ${guestId ?? null}::int is null or guest_id = ${guestId ?? null} order by id`

/** As if no money had ever moved. */
export const emptyTill = (sql: Sql) => sql`truncate cash_moves, cash_shifts`
