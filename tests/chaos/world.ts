import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { migrateDatabase } from '@/db/migrate'
import { createRandom } from '@/db/seed/random'
import { parseSettings } from '@/lib/config/settings'
import { editionDefaults } from '@/lib/festival/first-edition'
import { createDatabase } from '@/scripts/lib/embedded-postgres'
import { credentials, makeToken, openSession } from '@/tests/support/api-fixture'
import { startReceiver } from '@/tests/support/fake-webhook-receiver'
import { startMailService } from '@/tests/support/mail-service'
import { addConsent } from '@/tests/support/programme-rows'
import { tempDir } from '@/tests/support/temp-dir'
import { startDatabase } from './database'
import { startFaultyProxy } from './faulty-proxy'
import { History } from './history'
import { superviseInstance } from './instance'

const INSTANCES = ['A', 'B'] as const
/**
 * Public URL in the configuration of both instances. Requests go to the proxies in front of them.
 */
const PUBLIC_URL = 'http://127.0.0.1:3999'
const EDITION = { DEMO: '0', FESTIVAL_YEAR: '2025', FESTIVAL_EDITION: '42' }
const SECRET = 'a secret of the tests, long enough to be one'

export type World = Awaited<ReturnType<typeof startWorld>>

/**
 * Starts two instances on one database, with a faulty proxy in front of each and another between it
 * and the database. Also starts a mail service and a webhook receiver that sometimes fail.
 */
export async function startWorld(seed: number) {
  const dir = tempDir()
  const history = new History(join(dir, 'history.txt'))
  const { next: chance } = createRandom(seed ^ 0x5eed)
  const database = await startDatabase(dir, history.recordFault)
  const url = database.urlOf('festival')
  await createDatabase(database.urlOf('postgres'), 'festival')
  await migrateDatabase(url, editionDefaults(parseSettings(EDITION)))
  // Connects to the database without the faulty proxies.
  const sql = postgres(url, { max: 3, onnotice: () => {} })
  await addConsent(sql)
  const mails = await startMailService()
  mails.behave(() => {
    const roll = chance()
    if (roll < 0.03) return { status: 500 }
    return roll < 0.05 ? 'drop after accepting' : roll < 0.06 ? 'hang after accepting' : undefined
  })
  const receiver = await startReceiver()
  receiver.behave(() => (chance() < 0.04 ? 500 : 204))

  const members = await Promise.all(
    INSTANCES.map(async (name) => {
      const databaseProxy = await startFaultyProxy(database.port, chance)
      const instance = await superviseInstance({
        name,
        dir,
        onUnexpected: (what: string) => history.recordUnexpected(what),
        env: {
          AUTH_SECRET: SECRET,
          DEMO: '1',
          NEXT_TELEMETRY_DISABLED: '1',
          TRUST_PROXY: '1',
          PUBLIC_URL,
          DATABASE_URL: url.replace(`:${database.port}/`, `:${databaseProxy.port}/`),
          RESEND_API_KEY: mails.key,
          RESEND_BASE_URL: mails.url,
          RESEND_CALLS_PER_SECOND: '1000',
          WEBHOOKS_TO_LOOPBACK: '1',
          MAIL_FROM: 'Festival <karte@brucosijada.example>',
        },
      })
      const frontProxy = await startFaultyProxy(instance.port, chance)
      return {
        name,
        instance,
        frontProxy,
        databaseProxy,
        address: `http://127.0.0.1:${frontProxy.port}`,
      }
    }),
  )
  const healthChecks = setInterval(() => {
    for (const { instance } of members) void instance.isReady()
  }, 1_000)
  const waitUntilReady = async (seconds: number) => {
    for (const { instance } of members)
      for (let i = 0; !(await instance.isReady()); i++) {
        if (i > seconds * 2)
          throw new Error(
            `${instance.name} is not ready:\n${readFileSync(instance.log, 'utf8').slice(-3000)}`,
          )
        await sleep(500)
      }
  }
  await waitUntilReady(120)

  return {
    seed,
    dir,
    history,
    database,
    sql,
    mails,
    receiver,
    members,
    waitUntilReady,
    origin: PUBLIC_URL,
    /**
     * Creates a signed-in user with this privilege. Returns the headers for requests of this user.
     */
    createUser: async (name: string, privilege: number) => {
      const [row] = await sql<{ id: number }[]>`
        insert into users (name, email, privilege)
        values (${name}, ${`${name.replaceAll(' ', '').toLowerCase()}@brucosijada.example`}, ${privilege}) returning id`
      const sid = await openSession(sql, row?.id as number)
      // Marks every guest as already found by this user, because the desk may open only such guests
      // by id.
      await sql`insert into shown_guests select ${sid}, id from guests`
      const token = await makeToken('cookie', { sid, expires: '12h' })
      return credentials('cookie', token, PUBLIC_URL)
    },
    stop: async (keepsFiles: boolean) => {
      clearInterval(healthChecks)
      await Promise.all(members.map(({ instance }) => instance.stop()))
      for (const { frontProxy, databaseProxy } of members)
        for (const proxy of [frontProxy, databaseProxy]) proxy.stop()
      await sql.end({ timeout: 1 }).catch(() => {})
      await Promise.all([mails.stop(), receiver.stop()])
      await database.stop()
      if (!keepsFiles) rmSync(dir, { recursive: true, force: true })
    },
  }
}
