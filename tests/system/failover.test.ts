import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newPassageId } from '@/lib/admission/rules'
import { startPair } from '../support/clusters'
import { endRuns, newDir, run } from '../support/command'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { startMailService } from '../support/mail-service'

/**
 * Number of guests per writer, for sales and for scans: more than a writer gets through in the
 * test.
 */
const MANY = 1500

const AUTH_SECRET = 'a secret of the tests, long enough to be one'

let pair: Awaited<ReturnType<typeof startPair>>
let service: Awaited<ReturnType<typeof startMailService>>
let instances: Instance[] = []

beforeAll(async () => {
  ;[pair, service] = await Promise.all([startPair(), startMailService()])
})
afterEach(endRuns)
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  await Promise.all([pair?.clear(), service?.stop()])
})

/** Runs a command on the database of this URL. Returns its exit status and output as one text. */
async function command(name: string, DATABASE_URL: string, ...args: string[]) {
  const running = run(name, { DATABASE_URL, AUTH_SECRET, DATA_DIR: newDir() }, ...args)
  const status = await running.exit
  return `${status} ${running.output()}`
}

/**
 * Sends writes one after another. Repeats a write until it is acknowledged, and lists the
 * acknowledged writes.
 */
class Writer {
  acknowledged: number[] = []
  lastAt = 0
  private isOver = false
  private readonly work: Promise<void>

  constructor(write: (n: number) => Promise<Response>) {
    this.work = this.run(write)
  }

  private async run(write: (n: number) => Promise<Response>) {
    for (let n = 0; !this.isOver; ) {
      const response = await write(n)
      const text = await response.text()
      if (response.ok) {
        this.lastAt = performance.now()
        this.acknowledged.push(n++)
      } else if (response.status !== 503) throw new Error(`${response.status} ${text}`)
      else expect(text).toContain('Baza podataka se ne javlja')
      await sleep(20)
    }
  }

  /** Resolves when this number of further writes has been acknowledged. */
  async waitForMore(count: number) {
    const from = this.acknowledged.length
    const done = async () => {
      while (this.acknowledged.length < from + count) await sleep(10)
    }
    await Promise.race([done(), this.work])
  }

  async end() {
    this.isOver = true
    await this.work
  }
}

it('no acknowledged write is lost when the primary dies, and the standby takes over', async () => {
  const { first, second, url } = pair
  expect(await command('db-migrate', second.url())).toMatch(
    /^1 .* is a standby and accepts no writes/,
  )
  expect(await command('db-migrate', url)).toBe('0 The database is up to date.\n')
  for (const privilege of [1, 2, 3, 4])
    await first.query(
      `insert into users (email, privilege) values ('${privilege}@brucosijada.example', ${privilege})`,
      'festival',
    )
  const guests = await first.query(
    `insert into guests (name, surname, list_id, conf_code, bought_at)
     select 'Ana', 'Anić', list_id,
       case when n > ${2 * MANY} then ('00000000-0000-1000-8000-' || lpad(n::text, 12, '0'))::uuid end,
       case when n > ${2 * MANY} then now() end
     from generate_series(1, ${4 * MANY}) n, (select min(id) as list_id from guest_lists) list
     returning id, conf_code as code`,
    'festival',
  )
  const [mailGuest] = await first.query(
    `insert into guests (name, surname, jmbag, list_id)
     select 'Iva', 'Ivić', '0036000001', min(id) from guest_lists returning id`,
    'festival',
  )
  const env = {
    RESEND_API_KEY: service.key,
    RESEND_BASE_URL: service.url,
    MAIL_FROM: 'Festival <karte@brucosijada.example>',
  }
  instances = await Promise.all([startInstance(url, env), startInstance(url, env)])
  const [instanceA, instanceB] = instances as [Instance, Instance]

  const headersAt = async ({ url }: Instance) => ({
    cookie: await demoCookie(url, 1),
    origin: url,
    'content-type': 'application/json',
  })
  const send = (instance: Instance, method: string, path: string, headers: object, body: object) =>
    fetch(`${instance.url}/api/${path}/`, {
      method,
      body: JSON.stringify(body),
      headers: headers as Record<string, string>,
    })
  const staff = new Map(
    await Promise.all(
      instances.map(async (instance) => [instance, await headersAt(instance)] as const),
    ),
  )
  const staffAt = (instance: Instance) => staff.get(instance) as object

  // The mail service refuses the mail, so that it is still queued at the failover.
  service.behave(() => ({ status: 500 }))
  const sale = await send(instanceA, 'PUT', `guests/${mailGuest?.id}`, staffAt(instanceA), {
    bought: '1',
  })
  expect(await sale.json()).toMatchObject({ mailedTo: expect.stringContaining('@') })
  const isMailWaiting = `select from mails where state = 'queued' and attempts > 0`
  while ((await first.query(isMailWaiting, 'festival')).length === 0) await sleep(50)

  const lists = await fetch(`${instanceB.url}/api/lists/stream/`, {
    headers: { cookie: await demoCookie(instanceB.url, 1) },
  })
  const reader = (lists.body as ReadableStream<Uint8Array>).getReader()
  const nextLists = async (): Promise<string> =>
    new TextDecoder().decode((await reader.read()).value)

  const passages: string[] = []
  const writers = await Promise.all(
    instances.map(async (instance, index) => {
      const headers = staffAt(instance)
      const joined = await send(instance, 'POST', 'gate/devices', headers, {})
      const [cookie = ''] = (joined.headers.get('set-cookie') as string).split(';')
      const sold = guests.slice(index * MANY, index * MANY + MANY)
      const scanned = guests.slice((2 + index) * MANY, (3 + index) * MANY)
      const guestWithNote = guests[(1 + index) * MANY - 1]
      return {
        sales: new Writer((n) =>
          send(instance, 'PUT', `guests/${sold[n]?.id}`, headers, { bought: '1' }),
        ),
        notes: new Writer((n) =>
          send(instance, 'PUT', `guests/${guestWithNote?.id}`, headers, { note: `${n}` }),
        ),
        scans: new Writer((n) => {
          passages[index * MANY + n] ??= newPassageId()
          const id = passages[index * MANY + n]
          const body = { id, code: scanned[n]?.code, direction: 'in' }
          return send(instance, 'POST', 'gate/scan', { ...headers, cookie }, body)
        }),
        sold,
        scanned,
        guestWithNote,
      }
    }),
  )
  const all = writers.flatMap(({ sales, notes, scans }) => [sales, notes, scans])
  await Promise.all(all.map((writer) => writer.waitForMore(10)))

  const killedAt = performance.now()
  await first.kill()
  await second.promote()
  const promotedAt = performance.now()
  const firstWriteDelays = await Promise.all(
    all.map(async (writer) => {
      await writer.waitForMore(1)
      return writer.lastAt - promotedAt
    }),
  )
  const round = (milliseconds: number) => Math.round(milliseconds)
  process.stderr.write(
    `failover: promoted ${round(promotedAt - killedAt)} ms after the end; each writer's first acknowledged write ${firstWriteDelays.map(round).join(', ')} ms after the promotion\n`,
  )
  await Promise.all(all.map((writer) => writer.waitForMore(10)))
  await Promise.all(all.map((writer) => writer.end()))

  // Every acknowledged write is stored, and none is stored twice.
  const count = async (text: string) => Number((await second.query(text, 'festival'))[0]?.count)
  for (const [index, { sales, notes, scans, sold, guestWithNote }] of writers.entries()) {
    const ids = sales.acknowledged.map((n) => sold[n]?.id)
    expect(
      await count(`select count(*) from guests where bought_at is not null and id in (${ids})`),
    ).toBe(ids.length)
    const scannedIds = scans.acknowledged.map((n) => `'${passages[index * MANY + n]}'`)
    expect(
      await count(
        `select count(*) from passages where verdict = 'admitted' and id in (${scannedIds})`,
      ),
    ).toBe(scannedIds.length)
    const note = `select note::int as count from guests where id = ${guestWithNote?.id}`
    expect(await count(note)).toBeGreaterThanOrEqual(notes.acknowledged.at(-1) as number)
  }
  expect(
    await second.query(
      `select entity_id from activities where action = 'sold' group by 1 having count(*) > 1`,
      'festival',
    ),
  ).toEqual([])
  expect(
    await second.query(
      `select guest_id from passages where verdict = 'admitted' group by 1 having count(*) > 1`,
      'festival',
    ),
  ).toEqual([])

  // The event stream first reports that any list may have changed during the failover. Then it
  // reports single changes again.
  const waitForEvent = async (pattern: RegExp) => {
    while (!pattern.test(await nextLists()));
  }
  await waitForEvent(/"translations".*"sign-ins"|"sign-ins".*"translations"/)
  const contact = { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' }
  expect((await send(instanceA, 'POST', 'contact', staffAt(instanceA), contact)).status).toBe(201)
  await waitForEvent(/band-contacts/)
  await reader.cancel()

  // A visibility flag that is changed on one instance takes effect on both.
  const status = async (instance: Instance) => (await fetch(`${instance.url}/brucosi`)).status
  for (const [visible, expected] of [
    [1, 200],
    [0, 404],
    [1, 200],
  ] as const) {
    const flag = await send(
      instanceB,
      'PUT',
      'visibility/COMINGSOON_VISIBILITY',
      staffAt(instanceB),
      {
        visible,
      },
    )
    expect(flag.status).toBe(200)
    expect(await status(instanceB)).toBe(expected)
    await expect.poll(() => status(instanceA)).toBe(expected)
  }

  // The queued mail is sent exactly once.
  service.behave(() => undefined)
  // After many refusals the next attempt may be minutes away, so the mail is made due now.
  await second.query(`update mails set due_at = now() where state = 'queued'`, 'festival')
  await expect.poll(() => service.delivered.length).toBe(1)
  const stateQuery = `select state from mails where guest_id = ${mailGuest?.id}`
  const isSent = async () => (await second.query(stateQuery, 'festival'))[0]?.state
  await expect.poll(isSent).toBe('sent')
  expect(service.delivered).toHaveLength(1)

  const file = `${newDir()}/festival.backup`
  expect(await command('backup', url, file)).toMatch(/^0 .*contains the whole festival: \d+ rows/)
  expect(await command('restore', url, file, '--replace')).toMatch(/^0 .*The festival is as it was/)
})
