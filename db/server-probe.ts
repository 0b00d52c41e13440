import { connect as dial, Socket } from 'node:net'
import postgres from 'postgres'
import type { Address, Server } from './connection-string'

/** What a server says of itself; the timeline is the higher the later it was promoted. */
export interface ServerStatus {
  isStandby: boolean
  timeline: number
  /** The system that it is a copy of, and since when it runs. */
  system: string
  started: string
}

/** Begins a connection. */
export function open({ host, port }: Server): Socket {
  const socket = host.startsWith('/')
    ? dial(`${host}/.s.PGSQL.${port}`)
    : dial({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 })
  // The driver names these in what it says, and holds a certificate against the host.
  return Object.assign(socket, { host, port })
}

/**
 * Returns a socket for the driver where there is no connection: it fails as the driver writes to
 * it. A socket that fails before leaves the driver with a write that it never sends, and every
 * later use of that connection would wait for `connect_timeout`.
 */
export function failedSocket(error: unknown): Socket {
  const none = new Socket()
  const write = () => {
    none.destroy(error as Error)
    return false
  }
  return Object.assign(none, { write })
}

const ANSWER_WITHIN_MS = 5_000

/** Asks a server what it is. Throws when it has not said so in time. */
export async function probeServer(address: Address, server: Server): Promise<ServerStatus> {
  let socket: Socket | undefined
  const late = setTimeout(() => socket?.destroy(new Error('it does not answer')), ANSWER_WITHIN_MS)
  const sql = postgres(address.driverUrl, {
    max: 1,
    fetch_types: false,
    prepare: false,
    connect_timeout: 0,
    onnotice: () => {},
    connection: { application_name: 'brucosijada looks for the primary' },
    socket: () => {
      socket = open(server)
      return socket
    },
  })
  try {
    const [first] = await sql.unsafe('select pg_is_in_recovery() as "isStandby"')
    const isStandby = first?.isStandby === true
    // Not every service that speaks PostgreSQL's language can tell these.
    const [more] = isStandby ? [] : await sql.unsafe(IDENTITY).catch(() => [])
    return { timeline: 0, system: '', started: '', ...more, isStandby }
  } finally {
    clearTimeout(late)
    void sql.end({ timeout: 1 }).finally(() => socket?.destroy())
  }
}

const IDENTITY = `
  select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as system,
    pg_postmaster_start_time()::text as started`

/**
 * Has this called when a connection ends that we have not ended, and before the driver hears of
 * it. The driver says farewell where it ends one; Node ends what the server has ended silently.
 */
export function onUnexpectedClose(socket: Socket, lost: () => void): void {
  let isOurs = false
  const { end, removeAllListeners } = socket
  socket.end = function (this: Socket, ...given: unknown[]) {
    if (given.length > 0) isOurs = true
    return (end as (...given: unknown[]) => Socket).apply(this, given)
  } as typeof end
  const closed = () => {
    if (!isOurs) lost()
  }
  socket.once('close', closed)
  // For TLS the driver clears all listeners away.
  socket.removeAllListeners = function (this: Socket, ...given) {
    removeAllListeners.apply(this, given)
    return this.closed ? this : this.once('close', closed)
  }
}
