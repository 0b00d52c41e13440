import type postgres from 'postgres'
import { connect, STARTUP_CONNECTION } from './client'

/** Rounds of the trial: what else goes on in a pool may hide it from one. */
const ROUNDS = 10

interface Session {
  /** The process that serves the session, as it says and as it was announced at its beginning. */
  backend: number
  announced: number | undefined
}

/**
 * Whether something between us and PostgreSQL hands each transaction to another of its processes:
 * two connections that live at the same time then meet in one of them, or one connection moves. With
 * PostgreSQL itself, or a pooler in session mode, each stays with its own. Then LISTEN hears
 * nothing, locks are another's, and prepared statements are answered wrongly.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const options = { max: 1, ...STARTUP_CONNECTION }
  const [one, two] = [connect(url, options), connect(url, options)]
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const before = await look(one.sql)
      // While the other holds a process, that cannot be ours.
      const [other, after] = await two.sql.begin(async (tx) => {
        const other = await look(tx)
        return [other, other.backend === before.backend ? before : await look(one.sql)] as const
      })
      // A connection that was lost and begun anew proves nothing.
      if (after.announced !== before.announced) continue
      if (other.backend === before.backend || after.backend !== before.backend) return true
    }
    return false
  } finally {
    await Promise.all([one, two].map(({ sql }) => sql.end({ timeout: 1 })))
  }
}

async function look(sql: postgres.Sql | postgres.TransactionSql): Promise<Session> {
  // As plain text: what is prepared may be asked for elsewhere.
  const rows = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return { backend: rows[0]?.pid ?? 0, announced: rows.state?.pid }
}
