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
 * Database server that the tests stop and start again. `createAndStart` and `start` resolve
 * when the server accepts connections.
 */
export interface OutageServer {
  createAndStart: () => Promise<unknown>
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
const LIMITS = { recovery: 4_000, whileAway: 6_000, whileSilent: 12_000, startedBefore: 10_000 }

/**
 * Number of mails that the provider has accepted, but whose response the sender still waits for
 * when the outage starts.
 */
const UNANSWERED_MAILS = 3

interface MeasuredResponse {
  at: number
  durationMs: number
  status: number
}

/** Declares the outage tests of one database server. The test file must have no other tests. */
export function testOutages(make: () => Promise<OutageServer>, outages: Outage[]) {
  let server: OutageServer
  let service: Awaited<ReturnType<typeof startMailService>>
  let headers: Record<string, string>
  let maintenanceRuns = 0
  let connections = 0
  const payloads: string[] = []
  let stopMaintenance = () => {}
  let stopSenders = async () => {}

  beforeAll(async () => {
    server = await make()
    await server.createAndStart()
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
    stopMaintenance = startMaintenance(url, { counting: async () => void maintenanceRuns++ }, 100)
    stopSenders = await startSenders()
    await listen(
      'outage',
      (payload) => payloads.push(payload),
      () => void connections++,
    )
  })
  afterAll(async () => {
    stopMaintenance()
    await stopSenders()
    await getSql().end({ timeout: 1 })
    await service?.stop()
    await server?.clear()
  })

  /**
   * Sends requests that read, write or queue a mail, a few every 100 ms, until the returned
   * function is called.
   */
  function startRequests() {
    const responses: MeasuredResponse[] = []
    const pending: Promise<void>[] = []
    /** Recipient addresses, and whether the response said that the mail is queued. */
    const mails = new Map<string, boolean>()
    let isOver = false
    const read = () => call(crudEntityEndpoints.contact.GET, 'GET', { headers })
    const write = () =>
      call(crudEntityEndpoints.contact.POST, 'POST', {
        headers,
        body: { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' },
      })
    const queueMail = async () => {
      const to_mail = `${crypto.randomUUID()}@primjer.hr`
      mails.set(to_mail, false)
      const mail = { template: 'message', to_mail, subject: 'Vrata', message: 'U osam.' }
      const response = await call(mailerEndpoints.mailer.POST, 'POST', { headers, body: mail })
      mails.set(to_mail, response.ok)
      return response
    }
    const measure = async (request: () => Promise<Response>) => {
      const at = performance.now()
      const { status } = await request()
      responses.push({ at, durationMs: performance.now() - at, status })
    }
    const load = (async () => {
      // The server queues one mail after another, so more mail requests would only wait for each
      // other.
      for (let round = 0; !isOver; round++) {
        for (const request of [read, write, read]) pending.push(measure(request))
        if (round % 4 === 0) pending.push(measure(queueMail))
        await sleep(100)
      }
    })()
    const stop = async () => {
      isOver = true
      await load
      await Promise.all(pending)
      return { responses, mails }
    }
    return stop
  }

  describe.each(outages)('a database that $name', ({ seconds, isSilent = false, tags = [] }) => {
    it('serves requests again when it is back, and loses or repeats no mail', {
      tags,
    }, async () => {
      service.delivered.length = 0
      service.requests.length = 0
      service.behave((_, n) => (n < UNANSWERED_MAILS ? 'hang after accepting' : undefined))
      const stop = startRequests()
      await expect.poll(() => service.requests.length).toBeGreaterThanOrEqual(UNANSWERED_MAILS)
      const lostAt = performance.now()
      if (isSilent) server.freeze?.()
      else await server.stop()
      await sleep(seconds * 1000)
      const connectionsBefore = connections
      if (isSilent) server.thaw?.()
      else await server.start()
      const backAt = performance.now()
      await expect.poll(() => connections).toBeGreaterThan(connectionsBefore)
      const runsBefore = maintenanceRuns
      await expect.poll(() => maintenanceRuns).toBeGreaterThan(runsBefore)
      payloads.length = 0
      await getSql().notify('outage', 'back')
      await expect.poll(() => payloads).toEqual(['back'])
      await sleep(backAt + LIMITS.recovery + 500 - performance.now())
      const { responses, mails } = await stop()

      const slowest = (measured: MeasuredResponse[]) =>
        Math.round(Math.max(...measured.map(({ durationMs }) => durationMs)))
      const successful = responses.filter(({ status }) => status < 300)
      const before = responses.filter(({ at }) => at < lostAt)
      const during = responses.filter(({ at }) => at >= lostAt && at < backAt)
      const after = responses.filter(({ at }) => at >= backAt)
      const first = Math.min(
        ...after
          .filter(({ status }) => status < 300)
          .map(({ at, durationMs }) => at + durationMs - backAt),
      )
      process.stderr.write(
        `outage of ${seconds} s${isSilent ? ', silent' : ''}: first good response ${Math.round(first)} ms after; slowest started before ${slowest(before)}, during ${slowest(during)}, after ${slowest(after)} ms\n`,
      )
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 201, 202, 503]))
      expect(successful.length).toBeGreaterThan(0)
      expect(slowest(before)).toBeLessThan(LIMITS.startedBefore)
      expect(slowest(during)).toBeLessThan(isSilent ? LIMITS.whileSilent : LIMITS.whileAway)
      const late = after.filter(({ at }) => at > backAt + LIMITS.recovery)
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
