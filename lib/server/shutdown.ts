import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { lifecycle } from '@/lib/instance/state'

/** Load balancers have this time to hear from /api/health/live that the instance leaves. */
const NOTICE_MS = 2_000
/** Without a request for this time, the notice ends early. */
const QUIET_MS = 500
/** Requests that still run after this time are cut off. */
const REQUESTS_DEADLINE_MS = 9_000
/** Time limit for the end of background work and of the pools. */
const CLEANUP_TIMEOUT_MS = 1_000

/** A turn of the event loop within this time had nothing else to do. */
const IDLE_TURN_MS = 0.3
/** Limit of the wait for such a turn. */
const MAX_TURNS = 200
/** A connection without a request for this time waits for none: browsers open some in advance. */
const FIRST_REQUEST_MS = 1_000

/**
 * Ends this process on SIGTERM and SIGINT without cutting off a request. First health says 503 and every
 * response closes its connection. Once no request comes any more, the server stops listening, finishes
 * what runs, and calls `cleanUp`. All of it takes at most ten seconds.
 */
export function stopOnSignal(server: Server, cleanUp: () => Promise<void>): void {
  const traffic = followTraffic(server)
  const stop = async () => {
    if (lifecycle.isShuttingDown) return
    lifecycle.isShuttingDown = true
    const toldAt = performance.now()
    const elapsed = () => performance.now() - toldAt
    while (elapsed() < NOTICE_MS && !traffic.isQuiet()) await sleep(50)
    // `close` also ends connections whose first request is on its way, so it waits for a moment without.
    for (let turns = 0; turns < MAX_TURNS; turns++)
      if ((await turnDuration()) < IDLE_TURN_MS && !traffic.isConnecting()) break
    server.close()
    while (elapsed() < REQUESTS_DEADLINE_MS && traffic.isBusy()) await sleep(50)
    await Promise.race([cleanUp().catch(() => {}), sleep(CLEANUP_TIMEOUT_MS)])
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  // The process that started this one holds the other end of the channel, and has died.
  if (process.connected) process.once('disconnect', () => process.exit(0))
}

/** Resolves after the next turn of the event loop, with its duration in ms. */
function turnDuration(): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve) => setImmediate(() => resolve(performance.now() - begun)))
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
      [...connecting.values()].some((begun) => performance.now() - begun < FIRST_REQUEST_MS),
  }
}
