import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

/** Listens on a free port of loopback while the tests of a file run. */
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
