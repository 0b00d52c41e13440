import { beforeEach, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { readLogPosition } from '@/db/queries/roster'
import { checksumOf, newPassageId } from '@/lib/admission/rules'
import { endDrill, readDrill, startDrill } from '@/lib/gate/drill'
import { drillResponse } from '@/lib/gate/drill-schema'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { cursorOf } from '@/lib/gate/roster'
import { staff } from '../support/factories'
import { call, offlinePassage, pairPhone, type TestDevice } from '../support/gate'
import { runConcurrently } from '../support/programme'

const changesRoute = gateEndpoints['gate/changes']
const drillRoute = gateEndpoints['gate/drill']
const meRoute = gateEndpoints['gate/me']

const sql = getSql()
const FACTS = { scans: 2, slowest: 40, camera: 'on', isLasting: true }

beforeEach(async () => {
  await sql`insert into users (email, name, privilege) values ('a@primjer.hr', 'Ana', 1) on conflict do nothing`
  await sql`update gate_drills set ends_at = now() where ends_at > now()`
})

const report = (device: TestDevice, drill: number, passages: object[], more = {}) =>
  call(drillRoute.POST, 'POST', {
    headers: device.headers,
    body: { drill, sentAt: new Date().toISOString(), passages, facts: FACTS, ...more },
  })

it('runs one drill at a time and notifies every phone', async () => {
  const admin = await staff(1)
  const phone = await pairPhone()
  const since = cursorOf(await readLogPosition(getDb()))
  const outcomes = await runConcurrently(4, () => startDrill(admin).catch((error) => error.code))
  const [started, ...others] = outcomes.filter((outcome) => outcome !== 'drill_running')
  expect(others).toEqual([])
  const { id } = started.drill
  const readChanges = async () =>
    (await call(changesRoute.GET, 'GET', { ...phone, query: `?since=${since}` })).json()
  expect((await readChanges()).drill).toMatchObject({ id })
  const me = await (await call(meRoute.GET, 'GET', phone)).json()
  expect(me.drill).toMatchObject({ id })
  await endDrill()
  await endDrill()
  expect((await readChanges()).drill).toBeNull()
  expect((await (await call(meRoute.GET, 'GET', phone)).json()).drill).toBeNull()
  // The ended drill can still be read.
  expect(drillResponse.parse(await readDrill()).drill).toMatchObject({ id, reports: [] })
})

// Rule 6.25: a drill has invented guests only.
it('stores a repeated drill report once, and no passages', async () => {
  const { drill } = await startDrill(await staff(1))
  const phone = await pairPhone()
  const before = await sql`select count(*) from passages`
  const passages = [offlinePassage(1), offlinePassage(9, { verdict: 'banned' })]
  for (const part of [passages.slice(0, 1), passages, passages]) {
    const body = await (await report(phone, drill.id, part)).json()
    expect(body.results).toEqual(part.map(({ id }) => ({ id, outcome: 'counted' })))
  }
  const { tally } = await (await report(phone, drill.id, [])).json()
  expect(tally).toEqual(checksumOf(passages.map(({ id }) => id)))
  const [stored] = drillResponse.parse(await readDrill()).drill?.reports ?? []
  expect(stored).toMatchObject({ deviceId: phone.id, facts: FACTS })
  expect(stored?.passages.map(({ guestId, verdict }) => [guestId, verdict])).toEqual(
    expect.arrayContaining([
      [1, 'admitted'],
      [9, 'banned'],
    ]),
  )
  expect(await sql`select count(*) from passages`).toEqual(before)
})

it('corrects the times of a drill report by the clock offset of the phone', async () => {
  const { drill } = await startDrill(await staff(1))
  const phone = await pairPhone()
  const slow = (ms: number) => new Date(Date.now() - 7_200_000 - ms).toISOString()
  await report(phone, drill.id, [offlinePassage(1, { at: slow(5_000) })], { sentAt: slow(0) })
  const at = drillResponse.parse(await readDrill()).drill?.reports[0]?.passages[0]?.at as number
  expect(Math.abs(Date.now() - 5_000 - at)).toBeLessThan(3_000)
})

it('refuses reports for an unknown drill and invalid passages', async () => {
  const { drill } = await startDrill(await staff(1))
  const phone = await pairPhone()
  expect((await report(phone, drill.id + 1, [])).status).toBe(404)
  expect((await report(phone, drill.id, [{ id: newPassageId() }])).status).toBe(400)
  expect((await report({ id: '', headers: {} }, drill.id, [])).status).toBe(401)
})
