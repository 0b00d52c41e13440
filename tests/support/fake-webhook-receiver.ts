import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook message as it was received, with the headers that prove its signature. */
interface Received {
  path: string
  headers: Record<string, string>
  body: string
  message: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** Response of the receiver: a status, or a function that writes the response. */
type Behaviour = number | ((response: ServerResponse, received: Received) => void)

/**
 * Starts a fake webhook receiver on loopback. It stores every message, also those that it rejects.
 */
export async function startReceiver() {
  const received: Received[] = []
  let behaviour: (message: Received, n: number) => Behaviour = () => 204
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const headers = request.headers as Record<string, string>
      const entry = { path: request.url ?? '', headers, body, message: JSON.parse(body) }
      const action = behaviour(entry, received.push(entry) - 1)
      if (typeof action === 'function') return action(response, entry)
      response.writeHead(action).end(action === 204 ? undefined : `stanje ${action}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/dojave`,
    port,
    received,
    /** Sets the behaviour from now on, and deletes the messages received so far. */
    behave: (next: typeof behaviour) => {
      received.length = 0
      behaviour = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>
