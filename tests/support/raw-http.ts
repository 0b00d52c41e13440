import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export interface RawRequest {
  method: string
  /** Path exactly as it is sent, with its escapes. */
  path: string
  headers: Record<string, string>
  body?: Buffer
}

export interface RawResponse {
  status: number
  type: string | null
  allow: string | null
  text: string
}

const TIMEOUT_MS = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends one request exactly as given. Rejects after ten seconds without a response. */
export function sendRaw(url: string, { method, path, headers, body }: RawRequest) {
  const { hostname, port } = new URL(url)
  return new Promise<RawResponse>((resolve, reject) => {
    const length = body && { 'content-length': String(body.length) }
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...length, ...headers },
        timeout: TIMEOUT_MS,
      },
      (response) => {
        const chunks: Buffer[] = []
        const type = response.headers['content-type'] ?? null
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            type,
            allow: response.headers.allow ?? null,
            text: Buffer.concat(chunks).toString('utf8'),
          })
        response.on('data', (chunk) => {
          chunks.push(chunk)
          // An event stream does not end, so its first chunk is enough.
          if (type !== 'text/event-stream') return
          finish()
          response.destroy()
        })
        response.on('error', reject)
        response.on('end', finish)
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/**
 * Writes bytes to a new connection and returns what the server sends until it closes. `close` ends
 * the client's half after writing; without `close` the head of the response is enough. Rejects
 * after `timeoutMs` ms.
 */
export function sendBytes(
  url: string,
  bytes: string,
  { close = true, timeoutMs = TIMEOUT_MS } = {},
) {
  const { hostname, port } = new URL(url)
  return new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`still open after ${timeoutMs} ms; so far: ${text.slice(0, 200)}`))
    }, timeoutMs)
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(text)
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
      if (!close && text.includes('\r\n\r\n')) finish()
    })
    socket.on('end', finish)
    // The server may reset the connection instead of reading a request to its end.
    socket.on('error', finish)
    socket.write(bytes, 'latin1', () => {
      if (close) socket.end()
    })
  })
}
