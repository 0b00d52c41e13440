import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export interface Sent {
  method: string
  /** As it goes over the wire, escapes and all. */
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

/** One request, exactly as given; fails when no answer has come within ten seconds. */
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
          // A stream has no end of its own: its first words are enough.
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
 * Writes bytes to a fresh connection, closes its half when asked, and gives everything that
 * came back until the server closed. Fails when that takes longer than the time (ms).
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
    // A server may hang up on what it does not want to read to the end.
    socket.on('error', done)
    socket.write(bytes, 'latin1', () => {
      if (close) socket.end()
    })
  })
}
