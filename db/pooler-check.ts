import type postgres from 'postgres'
import { connect, STARTUP_CONNECTION } from './pool'

/** Number of rounds of the check. In a single round, other load on the pooler may hide the mode. */
const ROUNDS = 10

interface Session {
  /**
   * Process id of the PostgreSQL backend: `backend` is queried, `announced` was reported when the
   * connection opened.
   */
  backend: number
  announced: number | undefined
}

/**
 * Whether a connection pooler in transaction mode sits in front of PostgreSQL. Two open connections
 * then share a backend process, or one connection changes it. In transaction mode LISTEN receives
 * nothing, session locks belong to other clients, and prepared statements fail.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const options = { max: 1, ...STARTUP_CONNECTION }
  const [first, second] = [connect(url, options), connect(url, options)]
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const before = await readSession(first.sql)
      // While the second connection is in a transaction, the first cannot use its process.
      const [other, after] = await second.sql.begin(async (tx) => {
        const other = await readSession(tx)
        return [
          other,
          other.backend === before.backend ? before : await readSession(first.sql),
        ] as const
      })
      // After a reconnect the process may differ without a pooler.
      if (after.announced !== before.announced) continue
      if (other.backend === before.backend || after.backend !== before.backend) return true
    }
    return false
  } finally {
    await Promise.all([first, second].map(({ sql }) => sql.end({ timeout: 1 })))
  }
}

async function readSession(sql: postgres.Sql | postgres.TransactionSql): Promise<Session> {
  // Does not use a prepared statement, which would fail with a pooler in transaction mode.
  const rows = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return { backend: rows[0]?.pid ?? 0, announced: rows.state?.pid }
}
