import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

/** Starts a server on a free loopback port before the tests of a file, and closes it after them. */
export function serveDuringTests(server: Server): void {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
}
