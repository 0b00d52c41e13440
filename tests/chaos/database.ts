import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpRoad } from './faulty-proxy'
import { makeServer, PASSWORD, untilAnswers } from './server'

/** Seconds that a standby must have followed before its primary may die: it holds everything then. */
const FOLLOWED = 1

/**
 * Two real servers of which one follows the other, every commit waiting for both, behind one
 * address that leads to whichever is the primary.
 */
export async function startDatabase(dir: string, told: (what: string) => void) {
  const servers = [await makeServer(dir, 'north'), await makeServer(dir, 'south')] as const
  let [primary, other] = [servers[0], servers[1]]
  await primary.begin()
  await other.follow(primary)
  const address = await startTcpRoad(primary.port, Math.random)
  let isBusy = false

  const untilFollowed = async (seconds: number) => {
    let since = performance.now()
    for (const begun = since; performance.now() - begun < seconds * 1000; await sleep(200)) {
      if (!(await primary.isFollowed())) since = performance.now()
      if (performance.now() - since > FOLLOWED * 1000) return true
    }
    return false
  }

  return {
    port: address.port,
    urlOf: (database: string) =>
      `postgres://postgres:${PASSWORD}@127.0.0.1:${address.port}/${database}`,
    canFill: primary.canFill,
    signal: (signal: NodeJS.Signals) => primary.signal(signal),
    backends: () => primary.backends(),
    fill: () => primary.fill(),
    free: () => {
      for (const server of servers) server.free()
    },
    /**
     * The primary dies and is not started again; the standby takes its place, and what was the
     * primary follows it. False where no standby has caught up, so that nobody would promote it.
     */
    failOver: async () => {
      if (isBusy || !(await untilFollowed(10))) return false
      isBusy = true
      const dead = primary
      await dead.end()
      await other.ask('select pg_promote(true, 60)')
      ;[primary, other] = [other, dead]
      address.lead(primary.port)
      address.breakAll()
      void followAgain().finally(() => {
        isBusy = false
      })
      return true
    },
    stop: async () => {
      address.stop()
      await Promise.all(servers.map((server) => server.clear()))
    },
  }

  /** As an operator does it, who tries until it goes. */
  async function followAgain() {
    for (let tries = 0; tries < 20; tries++)
      try {
        await other.end()
        await untilAnswers(primary.url)
        return await other.follow(primary)
      } catch (error) {
        told(`the new standby has to be made once more: ${error}`)
        await sleep(2_000)
      }
  }
}
