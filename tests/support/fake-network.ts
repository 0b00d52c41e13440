import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Condition of the network. Gate requests only: `losing` drops half of the responses, `slow` delays
 * each request by 3 s. All requests: `cut` breaks the connection, `silent` never responds,
 * `bad-gateway` responds 502.
 */
type NetworkCondition = 'well' | 'losing' | 'slow' | 'cut' | 'silent' | 'bad-gateway'

const SLOW_DELAY_MS = 3_000

/**
 * Starts a proxy between phones and a festival. Its URL stays the same while the instances behind
 * the proxy are replaced. A request whose response is lost has been executed all the same.
 */
export async function startFakeNetwork() {
  let condition: NetworkCondition = 'well'
  let port = 0
  let rename: (text: string) => string = (text) => text
  /** Renamed build files: from the new name to the real name. */
  const renamed = new Map<string, string>()
  let requestCount = 0

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isGate = incoming.url?.startsWith('/api/gate/') ?? false
    const [pathname = ''] = incoming.url?.split('?') ?? []
    const isText =
      /^\/(ulaz(-sw\.js)?|sw\.js)$/.test(pathname) ||
      (renamed.size > 0 && !/\.|^\/(_next|api)\//.test(pathname))
    const cut = () => outgoing.destroy()
    if (condition === 'cut') return cut()
    if (condition === 'silent') return
    if (condition === 'bad-gateway') return outgoing.writeHead(502).end('<h1>Bad Gateway</h1>')
    const name = pathname.split('/').at(-1) ?? ''
    if ([...renamed.values()].includes(name)) return outgoing.writeHead(404).end()
    const isLost = isGate && condition === 'losing' && requestCount++ % 2 === 1
    const { 'if-none-match': _, ...sentHeaders } = incoming.headers
    const headers = isText ? { ...sentHeaders, 'accept-encoding': 'identity' } : incoming.headers
    const { method } = incoming
    const path = incoming.url?.replace(name, renamed.get(name) ?? name)
    const upstream = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const isStream = response.headers['content-type']?.startsWith('text/event-stream')
      response.on('error', cut)
      if (isLost && !isStream) return response.resume().on('end', cut)
      if (!isText) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        return response.pipe(outgoing)
      }
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const { 'content-length': __, etag: ___, ...otherHeaders } = response.headers
        const text = Buffer.concat(parts).toString()
        const replaced = rename(text)
        // Removes the CSP, which allows only the scripts of the old release.
        if (replaced !== text) delete otherHeaders['content-security-policy']
        outgoing.writeHead(response.statusCode ?? 502, otherHeaders)
        outgoing.end(replaced)
      })
    })
    upstream.on('error', cut)
    outgoing.on('close', () => upstream.destroy())
    if (isGate && condition === 'slow') setTimeout(() => incoming.pipe(upstream), SLOW_DELAY_MS)
    else incoming.pipe(upstream)
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connectTo: (to: number) => {
      port = to
    },
    setCondition: (to: NetworkCondition) => {
      // Keeps pending requests open, except when the network is cut or a silence ends.
      if (to === 'cut' || condition === 'silent') server.closeAllConnections()
      condition = to
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
