import type { Socket } from 'node:net'
import type { PostgresType } from 'postgres'

/** Options that the database driver `postgres` accepts, but its types lack. */
declare module 'postgres' {
  interface Options<T extends Record<string, PostgresType>> {
    /** Creates the socket of a connection. */
    socket?: () => Socket | Promise<Socket>
    /** Maximum number of concurrent statements on one connection. */
    max_pipeline?: number
    onnotify?: (channel: string, payload: string) => void
  }

  interface ParsedOptions<T extends Record<string, unknown>> {
    /** Object ids of array types by element type, for `sql.array`. */
    shared: { typeArrayMap: Record<number, number> }
  }
}
