import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { connectPool } from '@/db/pool'
import { newDatabase } from '../support/database'

it('the connection pool keeps each transaction on one connection under load', async () => {
  const pool = connectPool(await newDatabase(), 4)
  try {
    await pool.db.execute(sql`create table numbers (n int)`)
    const pause = (seconds: number) => pool.sql`select pg_sleep(${seconds})`
    await Promise.all([1, 2, 3, 4].map(() => pause(0.1)))
    // The driver pipelines up to 100 statements on a connection. Regression: the next one failed.
    const statements = Array.from({ length: 300 }, () => pause(0).execute())
    const transactions = Array.from({ length: 60 }, (_, n) =>
      pool.db.transaction(async (tx) => {
        await tx.execute(sql`insert into numbers values (${n})`)
        if (n % 2 === 1) throw new Error('rolled back')
      }),
    )
    const [outcomes] = await Promise.all([Promise.allSettled(transactions), ...statements])
    expect(
      outcomes.map((outcome) => (outcome.status === 'rejected' ? `${outcome.reason}` : 'done')),
    ).toEqual(transactions.map((_, n) => (n % 2 === 1 ? 'Error: rolled back' : 'done')))
    expect(await pool.sql`select count(*)::int as n from numbers`).toEqual([{ n: 30 }])
  } finally {
    await pool.end()
  }
})
