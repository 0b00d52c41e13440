import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { lifecycle } from '@/lib/instance/state'

/** How long an instance that leaves says so, while there are still requests to say it to. */
const NOTICE = 2_000
const QUIET = 500
const LAST_ASKED = 200
const LAST_CALL = 9_000

/** Turns of the loop to wait for a quick one (ms): the shorter, the fewer knock unheard as the door closes. */
const TURNS = 200
const QUICK = 0.3

/** Resolves behind the next look at who has called, with how many ms that took. */
function turn(): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve) => setImmediate(() => resolve(performance.now() - begun)))
}

/**
 * Ends this process when it is told to, without cutting anybody off: health says 503, every
 * answer closes its connection, and once nobody asks any more, or enough time has passed, no
 * new ones are taken and what still runs is let finish.
 */
export function shutDownGracefully(): void {
  let server: Server | undefined
  let lastAsked = 0
  let running = 0
  subscribe('http.server.request.start', (message) => {
    const { response, ...of } = message as {
      request: IncomingMessage
      response: ServerResponse
      server: Server
    }
    server = of.server
    lastAsked = performance.now()
    running++
    response.once('close', () => running--)
    if (lifecycle.isShuttingDown) response.shouldKeepAlive = false
  })
  const leave = async () => {
    if (lifecycle.isShuttingDown) return
    lifecycle.isShuttingDown = true
    const told = performance.now()
    const isQuiet = () => running === 0 && performance.now() - lastAsked > QUIET
    while (performance.now() - told < NOTICE && !isQuiet()) await sleep(50)
    for (let i = 0; i < TURNS && (await turn()) > QUICK; i++);
    // Not its own `close`, which also ends connections whose first request is on its way.
    if (server) Listener.prototype.close.call(server)
    const isOver = () => running === 0 && performance.now() - lastAsked > LAST_ASKED
    do await sleep(50)
    while (performance.now() - told < LAST_CALL && !isOver())
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave)
}
