import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Network fault of a proxy. `slow`: up to 0.4 s of delay per chunk and direction. `trickle`: 20
 * kB/s. `stalled`: no bytes pass. `one-way`: requests arrive, but responses are lost, and at the
 * end of the fault these connections are closed. `cutting`: responses break off in the middle.
 */
export type NetworkFault = 'well' | 'slow' | 'trickle' | 'stalled' | 'one-way' | 'cutting'

const SLOWEST = 400
const TRICKLE = 20_000

/** Starts a TCP proxy that can inject network faults. Its target port can change while it runs. */
export async function startTcpRoad(to: number, chance: () => number) {
  let port = to
  let weather: NetworkFault = 'well'
  let clears = () => {}
  let clear = Promise.resolve()
  const pairs = new Set<{ near: Socket; far: Socket; hasLost: boolean }>()

  const lead = (near: Socket) => {
    const far = dial(port, '127.0.0.1')
    const pair = { near, far, hasLost: false }
    pairs.add(pair)
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    /** Copies bytes in order, and applies the current network fault to each chunk. */
    const carry = (from: Socket, into: Socket, isAnswer: boolean) => {
      let last = Promise.resolve()
      const then = (step: () => Promise<void> | void) => {
        last = last.then(step).catch(end)
      }
      from.on('data', (bytes) =>
        then(async () => {
          if (weather === 'slow') await sleep(chance() * SLOWEST)
          if (weather === 'trickle') await sleep((1000 * bytes.length) / TRICKLE)
          if (weather === 'stalled') await clear
          if (weather === 'one-way' && isAnswer) {
            pair.hasLost = true
            return
          }
          if (weather === 'cutting' && isAnswer && chance() < 0.4) {
            into.write(bytes.subarray(0, Math.floor(bytes.length * chance())))
            return end()
          }
          if (!into.destroyed && !pair.hasLost) into.write(bytes)
        }),
      )
      from.on('end', () => then(() => void into.end()))
      from.on('error', end)
      from.on('close', () => then(end))
    }
    carry(near, far, false)
    carry(far, near, true)
  }
  const server = createServer(lead)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    lead: (next: number) => {
      port = next
    },
    turn: (next: NetworkFault) => {
      if (weather === 'stalled') clears()
      if (next === 'stalled')
        clear = new Promise((resolve) => {
          clears = resolve
        })
      weather = next
      // Closes each connection that has lost part of a response, because the rest of it is useless.
      if (next !== 'one-way')
        for (const { near, far, hasLost } of pairs)
          if (hasLost) for (const s of [near, far]) s.destroy()
    },
    /** Closes all connections, as if the target server had died. */
    breakAll: () => {
      for (const { near, far } of pairs) for (const s of [near, far]) s.destroy()
    },
    stop: () => {
      clears()
      for (const { near, far } of pairs) for (const s of [near, far]) s.destroy()
      server.close()
    },
  }
}
