import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export interface Sent {
  method: string
  /** Path exactly as it is sent, with its escapes. */
  path: string
  headers: Record<string, string>
  body?: Buffer
}

export interface Got {
  status: number
  type: string | null
  allow: string | null
  text: string
}

const PATIENCE_MS = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends one request exactly as given. Rejects after ten seconds without a response. */
export function sendRaw(url: string, { method, path, headers, body }: Sent) {
  const { hostname, port } = new URL(url)
  return new Promise<Got>((resolve, reject) => {
    const length = body && { 'content-length': String(body.length) }
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...length, ...headers },
        timeout: PATIENCE_MS,
      },
      (answer) => {
        const chunks: Buffer[] = []
        const type = answer.headers['content-type'] ?? null
        const got = () =>
          resolve({
            status: answer.statusCode ?? 0,
            type,
            allow: answer.headers.allow ?? null,
            text: Buffer.concat(chunks).toString('utf8'),
          })
        answer.on('data', (chunk) => {
          chunks.push(chunk)
          // An event stream does not end, so its first chunk is enough.
          if (type !== 'text/event-stream') return
          got()
          answer.destroy()
        })
        answer.on('error', reject)
        answer.on('end', got)
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/**
 * Writes bytes to a new connection and returns what the server sends until it closes. `close` ends
 * the client's half after writing; without `close` the head of the response is enough. Rejects
 * after `patience` ms.
 */
export function sendBytes(
  url: string,
  bytes: string,
  { close = true, patience = PATIENCE_MS } = {},
) {
  const { hostname, port } = new URL(url)
  return new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`still open after ${patience} ms; so far: ${text.slice(0, 200)}`))
    }, patience)
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(text)
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
      if (!close && text.includes('\r\n\r\n')) done()
    })
    socket.on('end', done)
    // The server may reset the connection instead of reading a request to its end.
    socket.on('error', done)
    socket.write(bytes, 'latin1', () => {
      if (close) socket.end()
    })
  })
}
