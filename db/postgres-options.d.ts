import type { Socket } from 'node:net'
import type { PostgresType } from 'postgres'

/** What the driver takes and its own types leave out. */
declare module 'postgres' {
  interface Options<T extends Record<string, PostgresType>> {
    /** Makes the socket of a connection. */
    socket?: () => Socket | Promise<Socket>
    /** Statements that may be on their way on one connection. */
    max_pipeline?: number
    onnotify?: (channel: string, payload: string) => void
  }

  interface ParsedOptions<T extends Record<string, unknown>> {
    /** What `sql.array` goes by. */
    shared: { typeArrayMap: Record<number, number> }
  }
}
