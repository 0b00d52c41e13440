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

// Which of the servers that an address names takes writes now. The driver's own search does not
// end while none does; it waits for a machine that is gone until TCP gives it up, and would follow
// an old primary that has come back.

/** All in milliseconds: how long a statement waits for a primary, and for a connection to it. */
const PATIENCE = 2_500
/** Between two questions to a server while there is no primary. */
const PAUSE = 250
/** For the others' answers, once one has said that it is the primary, and none later than known. */
const GRACE = 2_000
/** When nobody has wanted a primary for so long, nobody looks for one. */
const WANTED_FOR = 10_000

type Known = { server: Server } & Partial<ServerStatus>

/** Words for what has no primary; its code is of the driver's kind. */
const away = (why: string) =>
  Object.assign(new Error(`no server takes writes: ${why}`), { code: 'CONNECTION_AWAY' })

/** A client's connections to whichever server is the primary. */
interface Line {
  /** For the driver: always a socket, if need be one that fails. */
  socket: () => Promise<Socket>
  /** Ends its connections at once, as when one hangs. */
  cut: () => void
  /** No connections from now on. */
  close: () => void
}

class Servers {
  private readonly address: Address
  /** Where writes go. Of one server alone that is clear before it was asked. */
  private known: Known | null
  /** The primary that was known last. */
  private last: Known | null = null
  /** What each server has said since the primary was lost, or why it has not. */
  private readonly said = new Map<Server, ServerStatus | string>()
  private lostAt: number | null = null
  private firstSaidAt: number | null = null
  private wantedAt = 0
  private readonly asking = new Set<Server>()
  /** Who waits for news of a primary. */
  private readonly waiting = new Set<() => void>()
  private readonly sockets = new Map<Socket, Known>()
  private hasWarned = false

  constructor(url: string) {
    this.address = parseConnectionString(url)
    const [only, ...others] = this.address.servers
    this.known = only && others.length === 0 ? { server: only } : null
  }

  /** Connections for one client, which is told before the driver is when one has been lost. */
  line(onLost = () => {}): Line {
    const mine = new Set<Socket>()
    let isClosed = false
    const cut = () => {
      for (const one of mine) one.destroy()
    }
    return {
      socket: async () => {
        const socket = await this.connect(onLost).catch(failedSocket)
        mine.add(socket)
        socket.once('close', () => mine.delete(socket))
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

  /** A connection to the primary, as soon as there is one. Throws CONNECTION_AWAY. */
  private async connect(onLost: () => void): Promise<Socket> {
    const until = performance.now() + PATIENCE
    for (;;) {
      const known = this.known ?? (await this.find(until))
      const socket = open(known.server)
      this.sockets.set(socket, known)
      const problem = await new Promise<Error | null>((resolve) => {
        const late = setTimeout(() => socket.destroy(new Error('it does not answer')), PATIENCE)
        socket.once('error', resolve)
        socket.once('connect', () => resolve(null))
        socket.once('connect', () => clearTimeout(late))
        socket.once('close', () => {
          clearTimeout(late)
          resolve(new Error('it was cut'))
        })
      })
      const lost = () => {
        this.sockets.delete(socket)
        if (this.known === known) this.lose()
      }
      if (!problem) {
        onUnexpectedClose(socket, () => {
          onLost()
          lost()
        })
        socket.once('close', () => this.sockets.delete(socket))
        return socket
      }
      lost()
      if (!this.said.has(known.server)) this.said.set(known.server, wordsOf(problem))
    }
  }

  private async find(until: number): Promise<Known> {
    while (!this.known) {
      this.look()
      const now = performance.now()
      const haveAllSaid = this.said.size === this.address.servers.length
      const isAway = haveAllSaid && now - (this.lostAt ?? now) > PATIENCE
      if (isAway || now > until) throw away(this.why())
      await this.news()
    }
    return this.known
  }

  private why(): string {
    const one = (server: Server) => {
      const said = this.said.get(server) ?? 'it does not answer'
      if (typeof said === 'string') return `${nameOf(server)} (${said})`
      return `${nameOf(server)} is ${said.isStandby ? 'a standby' : 'an old primary'}`
    }
    return this.address.servers.map(one).join(', ')
  }

  /** Resolves when a server has said something, or when it has been waited for long enough. */
  private news(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, PAUSE)
      this.waiting.add(done)
    })
  }

  /** Ends every connection of this process, as when the server has fallen silent. */
  cut(): void {
    this.lose()
    for (const socket of this.sockets.keys()) socket.destroy()
  }

  /** It is open who the primary is: all are asked. */
  lose(): void {
    if (this.known) {
      if (this.known.started) this.last = this.known
      this.known = null
      this.lostAt = null
      this.firstSaidAt = null
      this.said.clear()
    }
    this.look()
  }

  private look() {
    const now = performance.now()
    // What the servers said before a quiet time says nothing of now.
    if (this.lostAt !== null && now - this.wantedAt > WANTED_FOR) {
      this.lostAt = now
      this.said.clear()
    }
    this.wantedAt = now
    this.lostAt ??= now
    for (const server of this.address.servers) void this.keepAsking(server)
  }

  private async keepAsking(server: Server) {
    if (this.asking.has(server)) return
    this.asking.add(server)
    while (!this.known && performance.now() - this.wantedAt < WANTED_FOR) {
      const { lostAt } = this
      const said = await probeServer(this.address, server).catch(wordsOf)
      if (lostAt === this.lostAt && !this.known) this.hear(server, said)
      this.tellWaiting()
      if (!this.known) await sleep(PAUSE, null, { ref: false })
    }
    this.asking.delete(server)
  }

  private tellWaiting() {
    for (const done of [...this.waiting]) done()
  }

  /** Takes the latest primary there is, when all have spoken or have had the time to. */
  private hear(server: Server, said: ServerStatus | string) {
    this.said.set(server, said)
    const { servers } = this.address
    const primaries = servers.flatMap((server) => {
      const said = this.said.get(server)
      return typeof said === 'object' && this.isPrimary(server, said) ? [{ server, ...said }] : []
    })
    const [best] = primaries.sort((a, b) => b.timeline - a.timeline)
    if (!best) return
    this.firstSaidAt ??= performance.now()
    const isTime = performance.now() - this.firstSaidAt >= GRACE
    const isNewer = this.last?.timeline && best.timeline > this.last.timeline
    if (isTime || isNewer || this.said.size === servers.length) return this.take(best)
    setTimeout(() => {
      if (!this.known && this.said.get(server) === said) this.hear(server, said)
    }, GRACE + 5).unref()
  }

  /** Not one that was a primary before another was promoted in its place. */
  private isPrimary(server: Server, { isStandby, system, timeline }: ServerStatus): boolean {
    if (isStandby) return false
    const last = this.known ?? this.last
    const isOld = last?.timeline && last.system === system && timeline < last.timeline
    if (isOld && !this.hasWarned) {
      this.hasWarned = true
      tell(
        `${nameOf(server)} was the primary before and takes writes again: stop it (docs/deploy.md).`,
      )
    }
    return !isOld
  }

  /** Writes go there from now on; what leads elsewhere, or to its life before, is cut. */
  private take(found: { server: Server } & ServerStatus) {
    const before = this.known ?? this.last
    const isSame = before?.server === found.server && before.started === found.started
    this.known = before && isSame ? Object.assign(before, found) : found
    this.last = this.known
    if (before && !isSame) {
      for (const socket of this.sockets.keys()) socket.destroy()
      if (before.server !== found.server) tell(`The database is at ${nameOf(found.server)} now.`)
    }
    this.tellWaiting()
  }

  /**
   * Looks whether another server has been promoted while the primary that we know still answers,
   * or hangs. For whoever runs for long, every few seconds.
   */
  async lookAround(): Promise<void> {
    const { known } = this
    if (!known) return this.look()
    const asked = this.address.servers.filter(
      (server) => !this.asking.has(server) && (server !== known.server || !known.started),
    )
    const one = async (server: Server) => {
      this.asking.add(server)
      const said = await probeServer(this.address, server).catch(() => null)
      this.asking.delete(server)
      if (this.known !== known) return this.known ? undefined : this.look()
      if (!said || !this.isPrimary(server, said)) return
      if (server === known.server) Object.assign(known, said)
      else if (said.timeline > (known.timeline ?? 0)) this.take({ server, ...said })
    }
    await Promise.all(asked.map(one))
  }
}

const wordsOf = (error: NodeJS.ErrnoException): string =>
  error.message || String(error.code ?? error)

/** A line for whoever runs the site. */
const tell = (line: string) => process.stderr.write(`${line}\n`)

const all = processSingleton('database-servers', () => new Map<string, Servers>())

/** The servers of an address; all of a process's connections know the same of them. */
export function serversOf(url: string): Servers {
  const servers = all.get(url) ?? new Servers(url)
  all.set(url, servers)
  return servers
}
