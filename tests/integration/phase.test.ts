import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { tagVersion } from '@/lib/cache/tags'
import { NIGHT_OVER } from '@/lib/phase/rules'
import { followPhase, readPeriod } from '@/lib/phase/service'
import { programmeEndpoints } from '@/lib/programme/endpoints'
import { SIGNUPS_CLOSED } from '@/lib/signups/messages'
import { siteEndpoints } from '@/lib/site/endpoints'
import { ticketEndpoints } from '@/lib/tickets/endpoints'
import { addConsent } from '../support/programme-rows'

const sql = getSql()

type Handler = (request: Request, context: never) => Promise<Response>

const sendRequest = (handler: unknown, init: RequestInit = {}, params = {}) =>
  (handler as Handler)(new Request('http://x/api/', init), {
    params: Promise.resolve(params),
  } as never)

/** Sets the end of the night to `seconds` from now. */
const endNightIn = (seconds: number) => sql`
  update editions set opens_at = now() - interval '9 hours',
    closes_at = now() + make_interval(secs => ${seconds}) where ended_at is null`

const signUp = () => {
  const student = { name: 'Ana', surname: 'Novak', jmbag: '0036512345', email: 'an51234@fer.hr' }
  return sendRequest(siteEndpoints['forms/brucosi-form-submit'].POST, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ ...student, gdpr_accepted: true }),
  })
}

let setId: number
beforeEach(async () => {
  await addConsent(sql)
  await sql`update visibility_flags set visible = true where visible is not null`
  await sql`delete from signups`
  await sql`delete from sets`
  await sql`delete from stages`
  const [stage] = await sql`insert into stages (name, "order") values ('Velika', 1) returning id`
  const [set] = await sql`insert into sets (stage_id, title, starts_at, ends_at)
    values (${stage?.id}, 'Prvi Bend', now() - interval '8 hours', now() - interval '7 hours')
    returning id`
  setId = set?.id
})
afterEach(() => sql`update editions set opens_at = null, closes_at = null where ended_at is null`)

const requestCalendars = () =>
  Promise.all([
    sendRequest(programmeEndpoints['programme/calendar.ics'].GET),
    sendRequest(programmeEndpoints['programme/[id]/calendar.ics'].GET, {}, { id: String(setId) }),
    sendRequest(ticketEndpoints['karta/calendar.ics'].GET),
  ])

it('sign-ups are accepted and calendar files are served until the end of the night', async () => {
  await endNightIn(60)
  expect((await signUp()).status).toBe(201)
  for (const { status, headers } of await requestCalendars()) {
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  }
})

// Rule 2.10: consent is stored with its time.
it('a sign-up is stored with the time of its consent', async () => {
  const [before] = await sql`select clock_timestamp() as now`
  await signUp()
  const [signup] = await sql`
    select consented_at between ${before?.now} and clock_timestamp() as "isNow" from signups`
  expect(signup).toEqual({ isNow: true })
})

// Rule 2.11: without a consent document there is no pre-registration.
it('a sign-up from a page that was opened before the consent document was removed is refused', async () => {
  await sql`delete from artworks where slot = 'consent'`
  const response = await signUp()
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({ detail: SIGNUPS_CLOSED, code: 'signups_closed' })
  expect(await sql`select from signups`).toHaveLength(0)
})

it('sign-ups are accepted while the edition has no opening and closing time', async () => {
  expect((await signUp()).status).toBe(201)
})

// Rule 1.16: after the end of the night the site takes no sign-up and gives no calendar.
it('after the end of the night, sign-ups and calendar files get status 410 and a message', async () => {
  await endNightIn(-1)
  for (const response of [await signUp(), ...(await requestCalendars())]) {
    expect(response.status).toBe(410)
    expect(await response.json()).toEqual({ detail: NIGHT_OVER, code: 'night_over' })
  }
  expect(await sql`select from signups`).toHaveLength(0)
})

describe('the current period', () => {
  const at = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
  const scheduleNight = (opensIn: number, closesIn: number) => sql`
    update editions set opens_at = ${at(opensIn)}, closes_at = ${at(closesIn)}
    where ended_at is null`
  const scheduleSet = (startsIn: number, endsIn: number) => sql`
    update sets set starts_at = ${at(startsIn)}, ends_at = ${at(endsIn)}`

  it.each([
    [60, 120, 'before', 60_000],
    [-60, 120, 'night', 120_000],
    [-120, -60, 'after', null],
  ])('with opening in %d s, closing in %d s is %s', async (opensIn, closesIn, phase, endsInMs) => {
    await scheduleNight(opensIn, closesIn)
    const period = await readPeriod()
    expect(period.phase).toBe(phase)
    if (endsInMs === null) expect(period.endsInMs).toBeNull()
    else expect(Math.abs((period.endsInMs ?? 0) - endsInMs)).toBeLessThan(5_000)
  })

  it('without opening and closing time is before', async () => {
    expect((await readPeriod()).phase).toBe('before')
  })

  it('also ends when a set starts or ends', async () => {
    await scheduleNight(-600, 6000)
    await scheduleSet(-60, 1200)
    expect((await readPeriod()).endsInMs).toBeGreaterThan(1_100_000)
    await scheduleSet(300, 1200)
    expect((await readPeriod()).endsInMs).toBeLessThan(300_001)
  })
})

describe('the clock of an instance', () => {
  it('invalidates cached pages at opening time, at the start of a set and at closing time', async () => {
    await sql`update editions set opens_at = now() + interval '2 seconds',
      closes_at = now() + interval '6 seconds' where ended_at is null`
    await sql`update sets set starts_at = now() + interval '4 seconds',
      ends_at = now() + interval '1 hour'`
    const stop = followPhase()
    try {
      // The first check of the phase invalidates the cached pages too.
      await expect.poll(() => tagVersion('phase')).toBeGreaterThan(0)
      const before = tagVersion('phase')
      expect((await readPeriod()).phase).toBe('before')
      for (const [changes, phase] of [
        [1, 'night'],
        [2, 'night'],
        [3, 'after'],
      ] as const) {
        await expect.poll(() => tagVersion('phase'), { timeout: 5_000 }).toBe(before + changes)
        expect((await readPeriod()).phase).toBe(phase)
      }
    } finally {
      stop()
    }
  })
})
