import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpRoad } from './faulty-proxy'
import { makeServer, PASSWORD, untilAnswers } from './server'

/**
 * Seconds for which the standby must have replicated without a break before the primary may be
 * killed. The standby then has every commit.
 */
const FOLLOWED = 1

/**
 * Starts a primary and a standby with synchronous replication. Both are reached through one TCP
 * proxy, which leads to the current primary.
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
     * Kills the primary and promotes the standby. The old primary is then rebuilt as the standby.
     * Returns false if no standby catches up within 10 s, or while another failover runs.
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

  /** Rebuilds the old primary as a standby. Tries up to 20 times, as an operator would. */
  async function followAgain() {
    for (let tries = 0; tries < 20; tries++)
      try {
        await other.end()
        await untilAnswers(primary.url)
        return await other.follow(primary)
      } catch (error) {
        told(`creating the new standby failed and is retried: ${error}`)
        await sleep(2_000)
      }
  }
}
