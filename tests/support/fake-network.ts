import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How calls to the gate fare: half of the answers lost, three seconds each; and how all calls do:
 * none comes through, none is answered, or somebody on the way says that nobody is there.
 */
type Weather = 'well' | 'losing' | 'slow' | 'cut' | 'silent' | 'bad-gateway'

const SLOW = 3_000

/**
 * The network between phones and a festival: an address that stays while instances behind it
 * come and go. What a call has done is done, whether or not its answer arrives.
 */
export async function startFakeNetwork() {
  let weather: Weather = 'well'
  let port = 0
  let rename: (text: string) => string = (text) => text
  /** Files of the build that have another name from now on, by it. */
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
        // Its policy names the scripts of the release that it was.
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
      // Whoever waited for an answer still waits, unless the silence is over.
      if (to === 'cut' || weather === 'silent') server.closeAllConnections()
      weather = to
    },
    /** What stands in pages and workers from now on, as of another release, and a file of it. */
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
