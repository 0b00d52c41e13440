// Process that simulates the visitors at the start of ticket sales, started by `launchVisitors`.
// Sends each request at its planned time, whether or not earlier requests have been answered.
import { type ClientHttp2Session, connect } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import {
  addressOf,
  type OnSaleLoad,
  type PlannedRequest,
  planOnSale,
  planSteady,
  type Site,
} from './drop-schedule'
import { type LoadSummary, ResponseStats } from './drop-summary'

/** Order of the parent process: the start of ticket sales, or given requests at an even rate. */
export interface Order {
  port: number
  /** Requests planned before this time in ms only warm up and are not counted. */
  measuredFrom?: number
  work: { drop: OnSaleLoad; site: Site } | { steady: Parameters<typeof planSteady> }
}

/** Timeout in ms for the last responses, counted from the planned time of the last request. */
const RESPONSE_TIMEOUT_MS = 20_000

const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36',
  'accept-language': 'hr-HR,hr;q=0.9,en;q=0.7',
}
const GZIP = 'gzip, deflate, br, zstd'

process.once('message', (order: Order) => {
  const { work } = order
  const plan = 'drop' in work ? planOnSale(work.drop, work.site) : planSteady(...work.steady)
  process.send?.({ ready: plan.length })
  process.once('message', async () => {
    const summary = await run(plan, order)
    process.send?.(summary, () => process.exit(0))
  })
})
process.once('disconnect', () => process.exit(1))

function run(plan: PlannedRequest[], { port, measuredFrom = 0 }: Order): Promise<LoadSummary> {
  const stats = new ResponseStats()
  const visits = new Visits(port, plan)
  const pending = new Set<PlannedRequest>()
  const from = performance.now()
  const now = () => performance.now() - from
  const before = process.cpuUsage()
  let next = 0

  const finish = (planned: PlannedRequest, status: number | string, bytes: number) => {
    if (!pending.delete(planned)) return
    if (planned.at >= measuredFrom)
      stats.record(planned.request.kind, status, now() - planned.at, bytes)
    visits.release(planned.visitor)
  }
  const send = (planned: PlannedRequest) => {
    if (planned.at >= measuredFrom) stats.recordDelay(now() - planned.at)
    pending.add(planned)
    const { method, path, headers, body, kind } = planned.request
    const accept = kind === 'bot' ? {} : { 'accept-encoding': GZIP }
    const stream = visits
      .sessionOf(planned.visitor)
      .request(
        { ':method': method, ':path': path, ...BROWSER, ...accept, ...headers },
        { endStream: body === undefined },
      )
    let [status, bytes] = [0, 0]
    stream.on('response', (response) => {
      status = response[':status'] ?? 0
    })
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    stream.on('end', () => status && finish(planned, status, bytes))
    stream.on('error', () => {})
    stream.on('close', () =>
      finish(planned, stream.rstCode === 0 && status ? status : 'cut off', bytes),
    )
    if (body !== undefined) stream.end(body)
  }

  return new Promise((resolve) => {
    const finishAll = () => {
      for (const planned of pending) finish(planned, 'no answer', 0)
      visits.end()
      const { user, system } = process.cpuUsage(before)
      const { connections } = visits
      const processor = (user + system) / 1e6
      resolve({ ...stats.summary(), seconds: now() / 1000, processor, connections })
    }
    const last = plan.at(-1)?.at ?? 0
    const tick = () => {
      for (; next < plan.length && (plan[next] as PlannedRequest).at <= now(); next++)
        send(plan[next] as PlannedRequest)
      const isOver =
        next === plan.length && (pending.size === 0 || now() > last + RESPONSE_TIMEOUT_MS)
      if (isOver) return finishAll()
      const wait = next < plan.length ? (plan[next] as PlannedRequest).at - now() : 20
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
    plan: PlannedRequest[],
  ) {
    for (const { visitor } of plan) this.left.set(visitor, (this.left.get(visitor) ?? 0) + 1)
  }

  sessionOf(visitor: number): ClientHttp2Session {
    const existing = this.sessions.get(visitor)
    if (existing && !existing.closed && !existing.destroyed) return existing
    this.connections++
    const { port } = this
    // Passed as a variable, because the types of Node.js lack `localAddress`.
    const tlsOptions = {
      host: '127.0.0.1',
      port,
      localAddress: addressOf(visitor),
      servername: 'localhost',
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
    }
    const session = connect(`https://localhost:${port}`, {
      createConnection: () => connectTls(tlsOptions),
    })
    // The requests of a broken connection end by themselves as `cut off`.
    session.on('error', () => {})
    session.on('goaway', () => session.close())
    this.sessions.set(visitor, session)
    return session
  }

  release(visitor: number) {
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
