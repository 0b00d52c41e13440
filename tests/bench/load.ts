import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** Expected status; any other status ends the measurement with an error. */
  expect: number
}

export interface Load {
  /** Completed requests per second. */
  rps: number
  /** Response time in ms, like `p99`. */
  p50: number
  p99: number
}

const percentile = (sorted: Float64Array, p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0

/**
 * Measures a closed loop: each connection sends its next request after the last response, or
 * `everyMs` after the last request if that is later. The same client measures all servers of a run,
 * so its own cost affects all equally.
 */
export async function measure(
  url: string,
  connections: number,
  count: number,
  next: (i: number) => LoadRequest,
  everyMs = 0,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  const times = new Float64Array(count)
  let sent = 0
  const send = (call: LoadRequest) =>
    new Promise<void>((resolve, reject) => {
      const body = call.body === undefined ? undefined : JSON.stringify(call.body)
      const headers = {
        ...call.headers,
        ...(body && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      }
      const { method, path } = call
      const outgoing = request({ agent, hostname, port, method, path, headers }, (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === call.expect
            ? resolve()
            : reject(new Error(`${method} ${path} returned ${response.statusCode}`)),
        )
      })
      outgoing.on('error', reject).end(body)
    })
  const loop = async (_: unknown, connection: number) => {
    if (everyMs) await sleep((everyMs * connection) / connections)
    while (sent < count) {
      const i = sent++
      const call = next(i)
      const from = performance.now()
      await send(call)
      times[i] = performance.now() - from
      if (everyMs > times[i]) await sleep(everyMs - times[i])
    }
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: connections }, loop))
  const seconds = (performance.now() - from) / 1000
  agent.destroy()
  times.sort()
  return { rps: count / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
