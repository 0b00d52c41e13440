// Process that simulates the visitors at the start of ticket sales, started by `launchVisitors`.
// Sends each request at its planned time, whether or not earlier requests have been answered.
import { type ClientHttp2Session, connect } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import {
  addressOf,
  type Drop,
  type Planned,
  planDrop,
  planSteady,
  type Site,
} from './drop-schedule'
import { Ledger, type LoadSummary } from './drop-summary'

/** Order of the parent process: the start of ticket sales, or given requests at an even rate. */
export interface Order {
  port: number
  /** Requests planned before this time in ms only warm up and are not counted. */
  measuredFrom?: number
  work: { drop: Drop; site: Site } | { steady: Parameters<typeof planSteady> }
}

/** Timeout in ms for the last responses, counted from the planned time of the last request. */
const PATIENCE = 20_000

const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36',
  'accept-language': 'hr-HR,hr;q=0.9,en;q=0.7',
}
const GZIP = 'gzip, deflate, br, zstd'

process.once('message', (order: Order) => {
  const { work } = order
  const plan = 'drop' in work ? planDrop(work.drop, work.site) : planSteady(...work.steady)
  process.send?.({ ready: plan.length })
  process.once('message', async () => {
    const summary = await run(plan, order)
    process.send?.(summary, () => process.exit(0))
  })
})
process.once('disconnect', () => process.exit(1))

function run(plan: Planned[], { port, measuredFrom = 0 }: Order): Promise<LoadSummary> {
  const ledger = new Ledger()
  const visits = new Visits(port, plan)
  const underWay = new Set<Planned>()
  const from = performance.now()
  const now = () => performance.now() - from
  const before = process.cpuUsage()
  let next = 0

  const finish = (one: Planned, status: number | string, bytes: number) => {
    if (!underWay.delete(one)) return
    if (one.at >= measuredFrom) ledger.note(one.ask.kind, status, now() - one.at, bytes)
    visits.leave(one.visitor)
  }
  const send = (one: Planned) => {
    if (one.at >= measuredFrom) ledger.late(now() - one.at)
    underWay.add(one)
    const { method, path, headers, body, kind } = one.ask
    const accept = kind === 'bot' ? {} : { 'accept-encoding': GZIP }
    const stream = visits
      .of(one.visitor)
      .request(
        { ':method': method, ':path': path, ...BROWSER, ...accept, ...headers },
        { endStream: body === undefined },
      )
    let [status, bytes] = [0, 0]
    stream.on('response', (answer) => {
      status = answer[':status'] ?? 0
    })
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    stream.on('end', () => status && finish(one, status, bytes))
    stream.on('error', () => {})
    stream.on('close', () =>
      finish(one, stream.rstCode === 0 && status ? status : 'cut off', bytes),
    )
    if (body !== undefined) stream.end(body)
  }

  return new Promise((resolve) => {
    const done = () => {
      for (const one of underWay) finish(one, 'no answer', 0)
      visits.end()
      const { user, system } = process.cpuUsage(before)
      const { connections } = visits
      const processor = (user + system) / 1e6
      resolve({ ...ledger.summary(), seconds: now() / 1000, processor, connections })
    }
    const last = plan.at(-1)?.at ?? 0
    const tick = () => {
      for (; next < plan.length && (plan[next] as Planned).at <= now(); next++)
        send(plan[next] as Planned)
      const isOver = next === plan.length && (underWay.size === 0 || now() > last + PATIENCE)
      if (isOver) return done()
      const wait = next < plan.length ? (plan[next] as Planned).at - now() : 20
      setTimeout(tick, Math.max(1, Math.min(20, wait)))
    }
    tick()
  })
}

/**
 * Opens one HTTP/2 connection over TLS for each visitor, from the visitor's IP, and closes it after
 * the visitor's last request.
 */
class Visits {
  connections = 0
  private readonly sessions = new Map<number, ClientHttp2Session>()
  private readonly left = new Map<number, number>()

  constructor(
    private readonly port: number,
    plan: Planned[],
  ) {
    for (const { visitor } of plan) this.left.set(visitor, (this.left.get(visitor) ?? 0) + 1)
  }

  of(visitor: number): ClientHttp2Session {
    const kept = this.sessions.get(visitor)
    if (kept && !kept.closed && !kept.destroyed) return kept
    this.connections++
    const { port } = this
    // Passed as a variable, because the types of Node.js lack `localAddress`.
    const way = {
      host: '127.0.0.1',
      port,
      localAddress: addressOf(visitor),
      servername: 'localhost',
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
    }
    const session = connect(`https://localhost:${port}`, {
      createConnection: () => connectTls(way),
    })
    // The requests of a broken connection end by themselves as `cut off`.
    session.on('error', () => {})
    session.on('goaway', () => session.close())
    this.sessions.set(visitor, session)
    return session
  }

  leave(visitor: number) {
    const left = (this.left.get(visitor) ?? 1) - 1
    this.left.set(visitor, left)
    if (left > 0) return
    this.sessions.get(visitor)?.close()
    this.sessions.delete(visitor)
  }

  end() {
    for (const session of this.sessions.values()) session.destroy()
  }
}
