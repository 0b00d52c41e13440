import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as it came, with what a receiver verifies it by. */
interface Received {
  path: string
  headers: Record<string, string>
  body: string
  message: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** How a receiver answers: a status, or in a way of its own. */
type Behaviour = number | ((response: ServerResponse, received: Received) => void)

/** A system that is told, on loopback. It keeps all that came, also what it refused. */
export async function startReceiver() {
  const received: Received[] = []
  let behaviour: (one: Received, n: number) => Behaviour = () => 204
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const headers = request.headers as Record<string, string>
      const one = { path: request.url ?? '', headers, body, message: JSON.parse(body) }
      const answer = behaviour(one, received.push(one) - 1)
      if (typeof answer === 'function') return answer(response, one)
      response.writeHead(answer).end(answer === 204 ? undefined : `stanje ${answer}`)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/dojave`,
    port,
    received,
    /** From now on; also forgets what has come. */
    behave: (next: typeof behaviour) => {
      received.length = 0
      behaviour = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>
