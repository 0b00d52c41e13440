import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Network fault of a proxy. `slow`: up to 0.4 s of delay per chunk and direction. `trickle`: 20
 * kB/s. `stalled`: no bytes pass. `one-way`: requests arrive, but responses are lost, and at the
 * end of the fault these connections are closed. `cutting`: responses break off in the middle.
 */
export type NetworkFault = 'none' | 'slow' | 'trickle' | 'stalled' | 'one-way' | 'cutting'

const MAX_DELAY_MS = 400
const TRICKLE_BYTES_PER_S = 20_000

/** Starts a TCP proxy that can inject network faults. Its target port can change while it runs. */
export async function startFaultyProxy(initialPort: number, chance: () => number) {
  let targetPort = initialPort
  let fault: NetworkFault = 'none'
  let endStall = () => {}
  let stallEnd = Promise.resolve()
  const pairs = new Set<{ client: Socket; target: Socket; hasLost: boolean }>()

  const connect = (client: Socket) => {
    const target = dial(targetPort, '127.0.0.1')
    const pair = { client, target, hasLost: false }
    pairs.add(pair)
    const end = () => {
      client.destroy()
      target.destroy()
      pairs.delete(pair)
    }
    /** Copies bytes in order, and applies the current network fault to each chunk. */
    const copy = (from: Socket, into: Socket, isResponse: boolean) => {
      let last = Promise.resolve()
      const enqueue = (step: () => Promise<void> | void) => {
        last = last.then(step).catch(end)
      }
      from.on('data', (bytes) =>
        enqueue(async () => {
          if (fault === 'slow') await sleep(chance() * MAX_DELAY_MS)
          if (fault === 'trickle') await sleep((1000 * bytes.length) / TRICKLE_BYTES_PER_S)
          if (fault === 'stalled') await stallEnd
          if (fault === 'one-way' && isResponse) {
            pair.hasLost = true
            return
          }
          if (fault === 'cutting' && isResponse && chance() < 0.4) {
            into.write(bytes.subarray(0, Math.floor(bytes.length * chance())))
            return end()
          }
          if (!into.destroyed && !pair.hasLost) into.write(bytes)
        }),
      )
      from.on('end', () => enqueue(() => void into.end()))
      from.on('error', end)
      from.on('close', () => enqueue(end))
    }
    copy(client, target, false)
    copy(target, client, true)
  }
  const server = createServer(connect)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    setTarget: (next: number) => {
      targetPort = next
    },
    setFault: (next: NetworkFault) => {
      if (fault === 'stalled') endStall()
      if (next === 'stalled')
        stallEnd = new Promise((resolve) => {
          endStall = resolve
        })
      fault = next
      // Closes each connection that has lost part of a response, because the remaining part is
      // useless.
      if (next !== 'one-way')
        for (const { client, target, hasLost } of pairs)
          if (hasLost) for (const socket of [client, target]) socket.destroy()
    },
    /** Closes all connections, as if the target server had died. */
    closeConnections: () => {
      for (const { client, target } of pairs)
        for (const socket of [client, target]) socket.destroy()
    },
    stop: () => {
      endStall()
      for (const { client, target } of pairs)
        for (const socket of [client, target]) socket.destroy()
      server.close()
    },
  }
}
