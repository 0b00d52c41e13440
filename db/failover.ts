import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, nameOf, parseConnectionString, type Server } from './connection-string'
import { processSingleton } from './process-singleton.mjs'
import {
  failedSocket,
  onUnexpectedClose,
  open,
  probeServer,
  type ServerStatus,
} from './server-probe'

// Finds and follows the primary among the servers of a connection string. The driver's own search
// never ends while there is no primary, waits for a dead machine until TCP times out, and would
// follow an old primary that has restarted.

/** Maximum wait of a statement for a primary, and again for a TCP connection to the primary. */
const PRIMARY_TIMEOUT_MS = 2_500
/** Interval between two probes of a server while there is no primary. */
const PROBE_INTERVAL_MS = 250
/**
 * Maximum wait for the status of the other servers, after a first server reports that it is a
 * primary.
 */
const OTHER_SERVERS_TIMEOUT_MS = 2_000
/** Probing stops if this process has needed no primary for this time. */
const DEMAND_TIMEOUT_MS = 10_000

/** Server that is the primary, with the status of its last probe if it was probed. */
type Primary = { server: Server } & Partial<ServerStatus>

/**
 * Creates the error of a statement that found no primary. The error code is in the style of the
 * driver's codes.
 */
const noPrimaryError = (reasons: string) =>
  Object.assign(new Error(`no server accepts writes: ${reasons}`), { code: 'CONNECTION_AWAY' })

/** Connections of one driver instance to the current primary. */
interface PrimaryConnections {
  /**
   * Returns a socket for the driver. If there is no primary, the socket fails at the first write.
   */
  socket: () => Promise<Socket>
  /** Closes all connections of the driver instance at once, for example when a connection hangs. */
  cut: () => void
  /** Closes all connections of the driver instance, and refuses new ones. */
  close: () => void
}

class Servers {
  private readonly address: Address
  /** The current primary. A single server is assumed to be the primary before its first probe. */
  private primary: Primary | null
  /**
   * Last primary that was probed. Compared with a server, it shows whether the server is an old
   * primary.
   */
  private lastPrimary: Primary | null = null
  /** Latest result of each server's probe since the primary was lost: its status, or an error text. */
  private readonly statuses = new Map<Server, ServerStatus | string>()
  private lostAt: number | null = null
  private firstPrimaryAt: number | null = null
  private demandedAt = 0
  private readonly probing = new Set<Server>()
  /** Callbacks of statements that wait for a primary. */
  private readonly waiting = new Set<() => void>()
  private readonly sockets = new Map<Socket, Primary>()
  private hasWarned = false

  constructor(url: string) {
    this.address = parseConnectionString(url)
    const [first, ...others] = this.address.servers
    this.primary = first && others.length === 0 ? { server: first } : null
  }

  /**
   * Creates the connections of one driver instance. `onLost` is called when a connection is lost,
   * before the driver notices.
   */
  primaryConnections(onLost = () => {}): PrimaryConnections {
    const sockets = new Set<Socket>()
    let isClosed = false
    const cut = () => {
      for (const socket of sockets) socket.destroy()
    }
    return {
      socket: async () => {
        const socket = await this.connect(onLost).catch(failedSocket)
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        if (isClosed) socket.destroy()
        return socket
      },
      cut,
      close: () => {
        isClosed = true
        cut()
      },
    }
  }

  /**
   * Opens a socket to the primary, after waiting for a primary if necessary. Throws an error with
   * the code CONNECTION_AWAY if no primary is found in time.
   */
  private async connect(onLost: () => void): Promise<Socket> {
    const deadline = performance.now() + PRIMARY_TIMEOUT_MS
    for (;;) {
      const primary = this.primary ?? (await this.find(deadline))
      const socket = open(primary.server)
      this.sockets.set(socket, primary)
      const problem = await new Promise<Error | null>((resolve) => {
        const timer = setTimeout(
          () => socket.destroy(new Error('it does not respond')),
          PRIMARY_TIMEOUT_MS,
        )
        socket.once('error', resolve)
        socket.once('connect', () => resolve(null))
        socket.once('connect', () => clearTimeout(timer))
        socket.once('close', () => {
          clearTimeout(timer)
          resolve(new Error('the connection was closed'))
        })
      })
      const handleLoss = () => {
        this.sockets.delete(socket)
        if (this.primary === primary) this.markPrimaryLost()
      }
      if (!problem) {
        onUnexpectedClose(socket, () => {
          onLost()
          handleLoss()
        })
        socket.once('close', () => this.sockets.delete(socket))
        return socket
      }
      handleLoss()
      if (!this.statuses.has(primary.server))
        this.statuses.set(primary.server, describeError(problem))
    }
  }

  private async find(deadline: number): Promise<Primary> {
    while (!this.primary) {
      this.startProbes()
      const now = performance.now()
      const haveAllReported = this.statuses.size === this.address.servers.length
      const isAway = haveAllReported && now - (this.lostAt ?? now) > PRIMARY_TIMEOUT_MS
      if (isAway || now > deadline) throw noPrimaryError(this.describeServers())
      await this.nextProbe()
    }
    return this.primary
  }

  private describeServers(): string {
    const describe = (server: Server) => {
      const status = this.statuses.get(server) ?? 'it does not respond'
      if (typeof status === 'string') return `${nameOf(server)} (${status})`
      return `${nameOf(server)} is ${status.isStandby ? 'a standby' : 'an old primary'}`
    }
    return this.address.servers.map(describe).join(', ')
  }

  /**
   * Resolves when the next probe of any server has a result, at the latest after the probe
   * interval.
   */
  private nextProbe(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, PROBE_INTERVAL_MS)
      this.waiting.add(done)
    })
  }

  /**
   * Closes all connections of this process to the servers, for example when the primary no longer
   * responds.
   */
  cut(): void {
    this.markPrimaryLost()
    for (const socket of this.sockets.keys()) socket.destroy()
  }

  /** Marks the primary as lost, and probes all servers to find the next primary. */
  markPrimaryLost(): void {
    if (this.primary) {
      if (this.primary.started) this.lastPrimary = this.primary
      this.primary = null
      this.lostAt = null
      this.firstPrimaryAt = null
      this.statuses.clear()
    }
    this.startProbes()
  }

  private startProbes() {
    const now = performance.now()
    // Nothing has needed a primary for a while, so the statuses from before are outdated.
    if (this.lostAt !== null && now - this.demandedAt > DEMAND_TIMEOUT_MS) {
      this.lostAt = now
      this.statuses.clear()
    }
    this.demandedAt = now
    this.lostAt ??= now
    for (const server of this.address.servers) void this.probeUntilPrimary(server)
  }

  private async probeUntilPrimary(server: Server) {
    if (this.probing.has(server)) return
    this.probing.add(server)
    while (!this.primary && performance.now() - this.demandedAt < DEMAND_TIMEOUT_MS) {
      const { lostAt } = this
      const status = await probeServer(this.address, server).catch(describeError)
      if (lostAt === this.lostAt && !this.primary) this.handleStatus(server, status)
      this.notifyWaiting()
      if (!this.primary) await sleep(PROBE_INTERVAL_MS, null, { ref: false })
    }
    this.probing.delete(server)
  }

  private notifyWaiting() {
    for (const done of [...this.waiting]) done()
  }

  /**
   * Stores the status of a server. Chooses the primary with the highest timeline after all servers
   * have reported or a timeout has passed, or at once if its timeline is higher than before.
   */
  private handleStatus(server: Server, status: ServerStatus | string) {
    this.statuses.set(server, status)
    const { servers } = this.address
    const primaries = servers.flatMap((server) => {
      const status = this.statuses.get(server)
      return typeof status === 'object' && this.isPrimary(server, status)
        ? [{ server, ...status }]
        : []
    })
    const [best] = primaries.sort((a, b) => b.timeline - a.timeline)
    if (!best) return
    this.firstPrimaryAt ??= performance.now()
    const isTimedOut = performance.now() - this.firstPrimaryAt >= OTHER_SERVERS_TIMEOUT_MS
    const isNewer = this.lastPrimary?.timeline && best.timeline > this.lastPrimary.timeline
    if (isTimedOut || isNewer || this.statuses.size === servers.length) return this.setPrimary(best)
    setTimeout(() => {
      if (!this.primary && this.statuses.get(server) === status) this.handleStatus(server, status)
    }, OTHER_SERVERS_TIMEOUT_MS + 5).unref()
  }

  /**
   * Whether a server is a primary, and not an old primary that has been replaced by a promotion.
   */
  private isPrimary(server: Server, { isStandby, system, timeline }: ServerStatus): boolean {
    if (isStandby) return false
    const known = this.primary ?? this.lastPrimary
    const isOld = known?.timeline && known.system === system && timeline < known.timeline
    if (isOld && !this.hasWarned) {
      this.hasWarned = true
      warn(
        `${nameOf(server)} is an old primary that accepts writes again. Stop it (docs/operate/failover-and-scale.md).`,
      )
    }
    return !isOld
  }

  /**
   * Sets the primary. Closes all connections if the primary is another server than before, or has
   * restarted.
   */
  private setPrimary(found: { server: Server } & ServerStatus) {
    const before = this.primary ?? this.lastPrimary
    const isSame = before?.server === found.server && before.started === found.started
    this.primary = before && isSame ? Object.assign(before, found) : found
    this.lastPrimary = this.primary
    if (before && !isSame) {
      for (const socket of this.sockets.keys()) socket.destroy()
      if (before.server !== found.server) warn(`The database is at ${nameOf(found.server)} now.`)
    }
    this.notifyWaiting()
  }

  /**
   * Checks whether another server has been promoted while the current primary still responds, or
   * hangs. db/listen.ts calls this method every two seconds.
   */
  async checkForPromotion(): Promise<void> {
    const { primary } = this
    if (!primary) return this.startProbes()
    const others = this.address.servers.filter(
      (server) => !this.probing.has(server) && (server !== primary.server || !primary.started),
    )
    const check = async (server: Server) => {
      this.probing.add(server)
      const status = await probeServer(this.address, server).catch(() => null)
      this.probing.delete(server)
      if (this.primary !== primary) return this.primary ? undefined : this.startProbes()
      if (!status || !this.isPrimary(server, status)) return
      if (server === primary.server) Object.assign(primary, status)
      else if (status.timeline > (primary.timeline ?? 0)) this.setPrimary({ server, ...status })
    }
    await Promise.all(others.map(check))
  }
}

const describeError = (error: NodeJS.ErrnoException): string =>
  error.message || String(error.code ?? error)

/** Writes a message for the operator. */
const warn = (line: string) => process.stderr.write(`${line}\n`)

const serversByUrl = processSingleton('database-servers', () => new Map<string, Servers>())

/** Returns the servers of a connection string. All connections of a process share them. */
export function serversOf(url: string): Servers {
  const servers = serversByUrl.get(url) ?? new Servers(url)
  serversByUrl.set(url, servers)
  return servers
}
