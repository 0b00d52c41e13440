import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultyProxy } from './faulty-proxy'
import { makeServer, PASSWORD, waitForDatabase } from './server'

/**
 * Seconds for which the standby must have replicated without a break before the primary may be
 * killed. The standby then has every commit.
 */
const MIN_REPLICATION_S = 1

/**
 * Starts a primary and a standby with synchronous replication. Both are reached through one TCP
 * proxy, which leads to the current primary.
 */
export async function startDatabase(dir: string, report: (what: string) => void) {
  const servers = [await makeServer(dir, 'north'), await makeServer(dir, 'south')] as const
  let [primary, standby] = [servers[0], servers[1]]
  await primary.createAndStart()
  await standby.follow(primary)
  const proxy = await startFaultyProxy(primary.port, Math.random)
  let isBusy = false

  const waitForStandby = async (seconds: number) => {
    let since = performance.now()
    for (
      const startedAt = since;
      performance.now() - startedAt < seconds * 1000;
      await sleep(200)
    ) {
      if (!(await primary.hasSyncStandby())) since = performance.now()
      if (performance.now() - since > MIN_REPLICATION_S * 1000) return true
    }
    return false
  }

  return {
    port: proxy.port,
    urlOf: (database: string) =>
      `postgres://postgres:${PASSWORD}@127.0.0.1:${proxy.port}/${database}`,
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
      if (isBusy || !(await waitForStandby(10))) return false
      isBusy = true
      const oldPrimary = primary
      await oldPrimary.end()
      await standby.query('select pg_promote(true, 60)')
      ;[primary, standby] = [standby, oldPrimary]
      proxy.setTarget(primary.port)
      proxy.closeConnections()
      void rebuildStandby().finally(() => {
        isBusy = false
      })
      return true
    },
    stop: async () => {
      proxy.stop()
      await Promise.all(servers.map((server) => server.clear()))
    },
  }

  /** Rebuilds the old primary as a standby. Tries up to 20 times, as an operator would. */
  async function rebuildStandby() {
    for (let tries = 0; tries < 20; tries++)
      try {
        await standby.end()
        await waitForDatabase(primary.url)
        return await standby.follow(primary)
      } catch (error) {
        report(`creating the new standby failed and is retried: ${error}`)
        await sleep(2_000)
      }
  }
}
