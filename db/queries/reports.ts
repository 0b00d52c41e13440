import { sql } from 'drizzle-orm'
import type { Db } from '../client'

export interface SalesDay {
  /** Calendar day in Zagreb, yyyy-mm-dd. */
  day: string
  total: number
  before12: number
  after12: number
}

/** Tickets sold by Zagreb day, newest first; days without a sale are left out. */
export async function listSalesDays(db: Db): Promise<SalesDay[]> {
  return db.execute<Record<keyof SalesDay, never>>(sql`
    select to_char(local, 'YYYY-MM-DD') as day, count(*)::int as total,
      (count(*) filter (where extract(hour from local) < 12))::int as before12,
      (count(*) filter (where extract(hour from local) >= 12))::int as after12
    from (
      select bought_at at time zone 'Europe/Zagreb' as local from guests
      where bought_at is not null and deleted_at is null
    ) sales
    group by 1 order by 1 desc`) as unknown as Promise<SalesDay[]>
}
