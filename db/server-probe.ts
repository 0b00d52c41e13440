import { connect as dial, Socket } from 'node:net'
import postgres from 'postgres'
import type { Address, Server } from './connection-string'

/** Status of a database server. Each promotion of a standby increases the timeline. */
export interface ServerStatus {
  isStandby: boolean
  timeline: number
  /** Identifier shared by a primary and its standbys. */
  system: string
  /** Start time of the server, as text. */
  started: string
}

/** Opens a TCP or Unix socket to a server. */
export function open({ host, port }: Server): Socket {
  const socket = host.startsWith('/')
    ? dial(`${host}/.s.PGSQL.${port}`)
    : dial({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 })
  // The driver uses host and port in error messages, and checks the TLS certificate against the
  // host.
  return Object.assign(socket, { host, port })
}

/**
 * Returns a socket that fails with `error` at the driver's first write. It must not fail before: the
 * driver would never send its first message, and each later use of the connection would wait for
 * `connect_timeout`.
 */
export function failedSocket(error: unknown): Socket {
  const socket = new Socket()
  const write = () => {
    socket.destroy(error as Error)
    return false
  }
  return Object.assign(socket, { write })
}

const PROBE_TIMEOUT_MS = 5_000

/**
 * Returns the status of a database server. Throws if the server cannot be reached or does not
 * respond within 5 s.
 */
export async function probeServer(address: Address, server: Server): Promise<ServerStatus> {
  let socket: Socket | undefined
  const timer = setTimeout(
    () => socket?.destroy(new Error('it does not respond')),
    PROBE_TIMEOUT_MS,
  )
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
    const [recovery] = await sql.unsafe('select pg_is_in_recovery() as "isStandby"')
    const isStandby = recovery?.isStandby === true
    // Some services that implement PostgreSQL's protocol lack the functions that identify a server.
    const [identity] = isStandby ? [] : await sql.unsafe(IDENTITY_SQL).catch(() => [])
    return { timeline: 0, system: '', started: '', ...identity, isStandby }
  } finally {
    clearTimeout(timer)
    void sql.end({ timeout: 1 }).finally(() => socket?.destroy())
  }
}

const IDENTITY_SQL = `
  select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as system,
    pg_postmaster_start_time()::text as started`

/**
 * Calls `onLost` when a connection closes that the driver has not closed, before the driver
 * notices. The driver calls `end` with a last message. Node.js calls `end` without data after the
 * server has closed the connection.
 */
export function onUnexpectedClose(socket: Socket, onLost: () => void): void {
  let isOurs = false
  const { end, removeAllListeners } = socket
  socket.end = function (this: Socket, ...args: unknown[]) {
    if (args.length > 0) isOurs = true
    return (end as (...args: unknown[]) => Socket).apply(this, args)
  } as typeof end
  const handleClose = () => {
    if (!isOurs) onLost()
  }
  socket.once('close', handleClose)
  // The driver removes all listeners before it starts TLS, so the listener is added again.
  socket.removeAllListeners = function (this: Socket, ...args) {
    removeAllListeners.apply(this, args)
    return this.closed ? this : this.once('close', handleClose)
  }
}
