import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Condition of the network. Gate requests only: `losing` drops half of the responses, `slow` delays
 * each request by 3 s. All requests: `cut` breaks the connection, `silent` never responds,
 * `bad-gateway` responds 502.
 */
type Weather = 'well' | 'losing' | 'slow' | 'cut' | 'silent' | 'bad-gateway'

const SLOW = 3_000

/**
 * Starts a proxy between phones and a festival. Its URL stays the same while the instances behind
 * the proxy are replaced. A request whose response is lost has been executed all the same.
 */
export async function startFakeNetwork() {
  let weather: Weather = 'well'
  let port = 0
  let rename: (text: string) => string = (text) => text
  /** Renamed build files: from the new name to the real name. */
  const renamed = new Map<string, string>()
  let calls = 0

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isGate = incoming.url?.startsWith('/api/gate/') ?? false
    const [pathname = ''] = incoming.url?.split('?') ?? []
    const isText =
      /^\/(ulaz(-sw\.js)?|sw\.js)$/.test(pathname) ||
      (renamed.size > 0 && !/\.|^\/(_next|api)\//.test(pathname))
    const cut = () => outgoing.destroy()
    if (weather === 'cut') return cut()
    if (weather === 'silent') return
    if (weather === 'bad-gateway') return outgoing.writeHead(502).end('<h1>Bad Gateway</h1>')
    const name = pathname.split('/').at(-1) ?? ''
    if ([...renamed.values()].includes(name)) return outgoing.writeHead(404).end()
    const isLost = isGate && weather === 'losing' && calls++ % 2 === 1
    const { 'if-none-match': _, ...asked } = incoming.headers
    const headers = isText ? { ...asked, 'accept-encoding': 'identity' } : incoming.headers
    const { method } = incoming
    const path = incoming.url?.replace(name, renamed.get(name) ?? name)
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
        const { 'content-length': __, etag: ___, ...rest } = answer.headers
        const text = Buffer.concat(parts).toString()
        const renewed = rename(text)
        // Removes the CSP, which allows only the scripts of the old release.
        if (renewed !== text) delete rest['content-security-policy']
        outgoing.writeHead(answer.statusCode ?? 502, rest)
        outgoing.end(renewed)
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
      // Keeps pending requests open, except when the network is cut or a silence ends.
      if (to === 'cut' || weather === 'silent') server.closeAllConnections()
      weather = to
    },
    /**
     * Pretends that another release is deployed: replaces a text in pages and service workers, and
     * renames a build file.
     */
    release: (from: string, to: string, file?: [from: string, to: string]) => {
      rename = (text) => (file ? text.replaceAll(...file) : text).replaceAll(from, to)
      renamed.clear()
      if (file) renamed.set(file[1], file[0])
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
