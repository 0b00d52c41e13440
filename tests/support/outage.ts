import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '@/db/listen'
import { migrateDatabase } from '@/db/migrate'
import { getSql } from '@/db/pool'
import { startMaintenance } from '@/lib/background/start'
import { parseSettings } from '@/lib/config/settings'
import { crudEntityEndpoints } from '@/lib/endpoints/crud'
import { editionDefaults } from '@/lib/festival/first-edition'
import { mailerEndpoints } from '@/lib/mail/endpoints'
import { startSenders } from '@/lib/mail/sender'
import { call, signedIn } from './gate'
import { startMailService } from './mail-service'

/**
 * Database server that the tests stop and start again. `begin` and `start` resolve when the server
 * accepts connections.
 */
export interface OutageServer {
  begin: () => Promise<unknown>
  url: () => string
  stop: () => Promise<unknown>
  start: () => Promise<unknown>
  clear: () => Promise<unknown>
  /** Pauses the server so that it does not respond; `thaw` resumes it. */
  freeze?: () => void
  thaw?: () => void
}

export interface Outage {
  name: string
  seconds: number
  isSilent?: boolean
  tags?: string[]
}

/**
 * Time limits in ms, twice what an instance promises, since this machine may be slow: until
 * requests succeed again, for a response while the database is away or silent, and for a request
 * that was started before the outage.
 */
const LIMITS = { recovery: 4_000, whileAway: 6_000, whileSilent: 12_000, begunBefore: 10_000 }

/**
 * Number of mails that the provider has accepted, but whose response the sender still waits for
 * when the outage starts.
 */
const IN_HAND = 3

interface Answer {
  at: number
  took: number
  status: number
}

/** Declares the outage tests of one database server. The test file must have no other tests. */
export function testOutages(make: () => Promise<OutageServer>, outages: Outage[]) {
  let server: OutageServer
  let service: Awaited<ReturnType<typeof startMailService>>
  let headers: Record<string, string>
  let chores = 0
  let beginnings = 0
  const heard: string[] = []
  let stopChores = () => {}
  let stopSenders = async () => {}

  beforeAll(async () => {
    server = await make()
    await server.begin()
    service = await startMailService()
    const url = server.url()
    Object.assign(process.env, {
      DATABASE_URL: url,
      RESEND_API_KEY: service.key,
      RESEND_BASE_URL: service.url,
      MAIL_FROM: 'karte@brucosijada.example',
      RESEND_CALLS_PER_SECOND: '500',
    })
    await migrateDatabase(url, editionDefaults(parseSettings({ DEMO: '0' })))
    await getSql()`insert into users (email, privilege) values ('1@brucosijada.example', 1)`
    headers = { ...(await signedIn(1)), 'content-type': 'application/json' }
    stopChores = startMaintenance(url, { counting: async () => void chores++ }, 100)
    stopSenders = await startSenders()
    await listen(
      'outage',
      (payload) => heard.push(payload),
      () => void beginnings++,
    )
  })
  afterAll(async () => {
    stopChores()
    await stopSenders()
    await getSql().end({ timeout: 1 })
    await service?.stop()
    await server?.clear()
  })

  /**
   * Sends requests that read, write or queue a mail, a few every 100 ms, until the returned
   * function is called.
   */
  function requests() {
    const answers: Answer[] = []
    const pending: Promise<void>[] = []
    /** Recipient addresses, and whether the response said that the mail is queued. */
    const mails = new Map<string, boolean>()
    let isOver = false
    const look = () => call(crudEntityEndpoints.contact.GET, 'GET', { headers })
    const write = () =>
      call(crudEntityEndpoints.contact.POST, 'POST', {
        headers,
        body: { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' },
      })
    const queueMail = async () => {
      const to_mail = `${crypto.randomUUID()}@primjer.hr`
      mails.set(to_mail, false)
      const mail = { template: 'message', to_mail, subject: 'Vrata', message: 'U osam.' }
      const answer = await call(mailerEndpoints.mailer.POST, 'POST', { headers, body: mail })
      mails.set(to_mail, answer.ok)
      return answer
    }
    const ask = async (what: () => Promise<Response>) => {
      const at = performance.now()
      const { status } = await what()
      answers.push({ at, took: performance.now() - at, status })
    }
    const work = (async () => {
      // The server queues one mail after another, so more mail requests would only wait for each
      // other.
      for (let round = 0; !isOver; round++) {
        for (const what of [look, write, look]) pending.push(ask(what))
        if (round % 4 === 0) pending.push(ask(queueMail))
        await sleep(100)
      }
    })()
    const stop = async () => {
      isOver = true
      await work
      await Promise.all(pending)
      return { answers, mails }
    }
    return stop
  }

  describe.each(outages)('a database that $name', ({ seconds, isSilent = false, tags = [] }) => {
    it('is asked again as soon as it answers, and loses or repeats no mail', { tags }, async () => {
      service.delivered.length = 0
      service.requests.length = 0
      service.behave((_, n) => (n < IN_HAND ? 'hang after accepting' : undefined))
      const stop = requests()
      await expect.poll(() => service.requests.length).toBeGreaterThanOrEqual(IN_HAND)
      const lost = performance.now()
      if (isSilent) server.freeze?.()
      else await server.stop()
      await sleep(seconds * 1000)
      const beginningsBefore = beginnings
      if (isSilent) server.thaw?.()
      else await server.start()
      const back = performance.now()
      await expect.poll(() => beginnings).toBeGreaterThan(beginningsBefore)
      const choresBefore = chores
      await expect.poll(() => chores).toBeGreaterThan(choresBefore)
      heard.length = 0
      await getSql().notify('outage', 'back')
      await expect.poll(() => heard).toEqual(['back'])
      await sleep(back + LIMITS.recovery + 500 - performance.now())
      const { answers, mails } = await stop()

      const slowest = (of: Answer[]) => Math.round(Math.max(...of.map(({ took }) => took)))
      const good = answers.filter(({ status }) => status < 300)
      const before = answers.filter(({ at }) => at < lost)
      const during = answers.filter(({ at }) => at >= lost && at < back)
      const after = answers.filter(({ at }) => at >= back)
      const first = Math.min(
        ...after.filter(({ status }) => status < 300).map(({ at, took }) => at + took - back),
      )
      process.stderr.write(
        `outage of ${seconds} s${isSilent ? ', silent' : ''}: first good answer ${Math.round(first)} ms after; slowest begun before ${slowest(before)}, during ${slowest(during)}, after ${slowest(after)} ms\n`,
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 202, 503]))
      expect(good.length).toBeGreaterThan(0)
      expect(slowest(before)).toBeLessThan(LIMITS.begunBefore)
      expect(slowest(during)).toBeLessThan(isSilent ? LIMITS.whileSilent : LIMITS.whileAway)
      const late = after.filter(({ at }) => at > back + LIMITS.recovery)
      expect(late.length).toBeGreaterThan(0)
      expect(late.filter(({ status }) => status === 503)).toEqual([])
      expect(first).toBeLessThan(LIMITS.recovery)

      // A claimed mail may be sent again 15 s after the claim. Backdates the claims to save the
      // wait.
      await getSql()`update mails set claimed_at = claimed_at - interval '1 minute' where state = 'sending'`
      const unsent = () => getSql()`select state, last_error from mails where state <> 'sent'`
      await expect.poll(unsent).toEqual([])
      const stored = await getSql()`select to_mail from mails order by to_mail`
      const addresses = stored.map(({ to_mail }) => to_mail as string)
      expect(service.delivered.flatMap(({ to }) => to).sort()).toEqual(addresses.sort())
      const queued = [...mails].filter(([, isQueued]) => isQueued).map(([address]) => address)
      expect(addresses).toEqual(expect.arrayContaining(queued))
      await getSql()`delete from mails`
    })
  })
}
