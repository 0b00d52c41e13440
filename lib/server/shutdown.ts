import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { lifecycle } from '@/lib/instance/state'

/**
 * Time in ms for load balancers to notice through /api/health/live that the instance shuts down.
 */
const NOTICE_MS = 2_000
/** Time in ms without requests after which the notice period ends early. */
const QUIET_MS = 500
/** Time in ms after the signal at which requests that still run are cut off. */
const REQUESTS_DEADLINE_MS = 9_000
/** Maximum time in ms for stopping background work and closing the database pools. */
const CLEANUP_TIMEOUT_MS = 1_000

/** Maximum duration in ms of a turn of the event loop that has nothing else to do. */
const IDLE_TURN_MS = 0.3
/** Maximum number of turns that the shutdown waits for such an idle turn. */
const MAX_TURNS = 200
/**
 * Time in ms after which a connection without a request no longer delays the shutdown. Browsers
 * open some in advance.
 */
const FIRST_REQUEST_MS = 1_000

/**
 * Ends this process on SIGTERM and SIGINT, within ten seconds. The health check returns 503, and
 * every response closes its connection. When no more requests arrive, the server stops listening,
 * waits for running requests (up to REQUESTS_DEADLINE_MS), and calls `cleanUp`.
 */
export function stopOnSignal(server: Server, cleanUp: () => Promise<void>): void {
  const traffic = followTraffic(server)
  const stop = async () => {
    if (lifecycle.isShuttingDown) return
    lifecycle.isShuttingDown = true
    const signalledAt = performance.now()
    const elapsed = () => performance.now() - signalledAt
    while (elapsed() < NOTICE_MS && !traffic.isQuiet()) await sleep(50)
    // `close` also ends connections whose first request is arriving, so wait for an idle turn
    // first.
    for (let turns = 0; turns < MAX_TURNS; turns++)
      if ((await turnDuration()) < IDLE_TURN_MS && !traffic.isConnecting()) break
    server.close()
    while (elapsed() < REQUESTS_DEADLINE_MS && traffic.isBusy()) await sleep(50)
    await Promise.race([cleanUp().catch(() => {}), sleep(CLEANUP_TIMEOUT_MS)])
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  // The channel to the parent process closes when the parent has ended.
  if (process.connected) process.once('disconnect', () => process.exit(0))
}

/** Resolves after the next turn of the event loop, with its duration in ms. */
function turnDuration(): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve) => setImmediate(() => resolve(performance.now() - startedAt)))
}

function followTraffic(server: Server) {
  /** Connections that have not sent a request yet, with the time of their start. */
  const connecting = new Map<Socket, number>()
  let running = 0
  let lastRequestAt = 0
  server.on('connection', (socket) => {
    connecting.set(socket, performance.now())
    socket.once('close', () => connecting.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    connecting.delete(request.socket)
    lastRequestAt = performance.now()
    running++
    response.once('close', () => running--)
    if (lifecycle.isShuttingDown) response.setHeader('connection', 'close')
  })
  return {
    isBusy: () => running > 0,
    isQuiet: () => running === 0 && performance.now() - lastRequestAt > QUIET_MS,
    isConnecting: () =>
      [...connecting.values()].some(
        (startedAt) => performance.now() - startedAt < FIRST_REQUEST_MS,
      ),
  }
}
