import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How calls to the gate fare: half of the answers lost, three seconds each, or nothing at all. */
type Weather = 'well' | 'losing' | 'slow' | 'cut'

const SLOW = 3_000

/**
 * The network between phones and a festival: an address that stays while instances behind it
 * come and go. What a call has done is done, whether or not its answer arrives.
 */
export async function startRoad() {
  let weather: Weather = 'well'
  let port = 0
  let rename: (text: string) => string = (text) => text
  let calls = 0

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isGate = incoming.url?.startsWith('/api/gate/') ?? false
    const isText = /^\/ulaz(-sw\.js)?$/.test(incoming.url ?? '')
    const cut = () => outgoing.destroy()
    if (weather === 'cut') return cut()
    const isLost = isGate && weather === 'losing' && calls++ % 2 === 1
    const headers = { ...incoming.headers, ...(isText ? { 'accept-encoding': 'identity' } : {}) }
    const { method, url: path } = incoming
    const call = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream')
      answer.on('error', cut)
      if (isLost && !isStream) return answer.resume().on('end', cut)
      if (!isText) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        return answer.pipe(outgoing)
      }
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => {
        const { 'content-length': _, etag: __, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, rest)
        outgoing.end(rename(Buffer.concat(parts).toString()))
      })
    })
    call.on('error', cut)
    outgoing.on('close', () => call.destroy())
    if (isGate && weather === 'slow') setTimeout(() => incoming.pipe(call), SLOW)
    else incoming.pipe(call)
  }
  const server = createServer(pass).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (to: number) => {
      port = to
    },
    turn: (to: Weather) => {
      weather = to
      if (to === 'cut') server.closeAllConnections()
    },
    /** What stands in the page and its worker from now on, as of another release. */
    release: (from: string, to: string) => {
      rename = (text) => text.replaceAll(from, to)
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
