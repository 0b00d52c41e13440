import type { Random } from '@/db/seed/random'
import { createRandom } from '@/db/seed/random'
import { randomUuidV1 } from '@/db/uuid'
import { WEBHOOK_EVENTS } from '@/lib/webhooks/rules'
import { Caller } from './caller'
import type { AcknowledgedWrites } from './ledger'
import { startPhone } from './phone'
import { PRICE_CENTS, simulateBulkJobs, simulateDesk, simulateEditor, simulateNotes } from './staff'
import { simulateScanner, simulateSignups, simulateSponsor, simulateVisitor } from './visitors'
import type { World } from './world'

const PHONES = 3

/**
 * Creates guests and sponsors, and starts the simulated staff, phones and visitors. Except for the
 * tickets shared by the phones, each guest is changed by one client only.
 */
export async function populate(world: World, ledger: AcknowledgedWrites, random: Random) {
  const { sql } = world
  let hasEnded = false
  const isOver = () => hasEnded
  const createCaller = async (name: string, privilege?: number) =>
    new Caller(
      world,
      name,
      createRandom(random.int(2 ** 31)),
      privilege === undefined ? {} : await world.createUser(name, privilege),
    )
  const admin = await createCaller('Admin Prvi', 1)
  const requestAsAdmin = async (method: string, path: string, body: unknown) => {
    const response = await admin.requestWithRetries(method, path, body)
    if (!response || response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response)}`)
    return response.body
  }
  const [list] = await sql`select id from guest_lists where role = 'brucosi'`
  await requestAsAdmin('PUT', 'cash/settings', {
    on: '1',
    prices: [{ id: list?.id, cents: PRICE_CENTS }],
  })
  await requestAsAdmin('PUT', 'visibility/COMINGSOON_VISIBILITY', { visible: 1 })
  await requestAsAdmin('PUT', 'night', { capacity: 5_000 })
  const events = [...WEBHOOK_EVENTS]
  await requestAsAdmin('POST', 'webhooks', {
    description: 'Proba',
    url: world.receiver.url,
    events,
  })
  const [gate] = await sql`select id from gates where deleted_at is null`

  let serial = 0
  /** Inserts guests on the freshers' list, with or without a ticket. */
  const insertGuests = async (count: number, email: (n: number) => string, isBought = false) => {
    const created: { id: number; code: string }[] = []
    for (let i = 0; i < count; i++) {
      const code = randomUuidV1()
      const jmbag = `0099${String(++serial).padStart(6, '0')}`
      const [row] = await sql<{ id: number }[]>`
        insert into guests (name, surname, jmbag, email, list_id, conf_code, bought_at)
        values ('Ana', 'Anić', ${jmbag}, ${email(serial)}, ${list?.id}, ${isBought ? code : null}, ${isBought ? sql`now()` : null})
        returning id`
      created.push({ id: row?.id as number, code })
    }
    return created
  }
  const insertGuestIds = async (count: number) =>
    (await insertGuests(count, (n) => `mail${n}@primjer.hr`)).map(({ id }) => id)
  const hash = 'a'.repeat(64)
  await sql`insert into images ${sql({ hash, bytes: Buffer.from('x'), mime: 'image/webp', width: 1, height: 1 })}`
  const newSponsor = async (name: string, order: number) => {
    const slug = randomUuidV1()
    await sql`insert into sponsors ${sql({ name, slug, url: 'https://bura.example', image_hash: hash, email: 'a@bura.example', guest_cap: 9_000, guests_enabled: 2, order })}`
    return slug
  }

  const shared = await insertGuests(12, () => 'gate@shared.example', true)
  const phones = await Promise.all(
    Array.from({ length: PHONES }, async (_, i) => {
      const name = `Vrata ${i + 1}`
      const until = new Date(Date.now() + 6 * 3_600_000).toISOString()
      const { code } = await requestAsAdmin('POST', `gates/${gate?.id}/pairings`, { until })
      const own = await insertGuests(
        6,
        () => `gate@${name.replaceAll(' ', '').toLowerCase()}.example`,
        true,
      )
      return startPhone(world, {
        name,
        seed: random.int(2 ** 31),
        code,
        shared,
        own,
        origin: world.origin,
        addresses: world.members.map(({ address }) => address),
      })
    }),
  )
  const desks = [await insertGuestIds(20), await insertGuestIds(20)]
  for (const id of desks.flat()) ledger.soldAtTill.add(id)
  const simulations = Promise.all([
    simulateDesk(await createCaller('Desk 1', 3), ledger, desks[0] as number[], isOver),
    simulateDesk(await createCaller('Desk 2', 3), ledger, desks[1] as number[], isOver),
    simulateNotes(await createCaller('Notes', 1), ledger, await insertGuestIds(10), isOver),
    simulateEditor(await createCaller('Editor', 1), ledger, isOver),
    simulateBulkJobs(
      await createCaller('Bulk', 1),
      ledger,
      { guestsWithNotes: await insertGuestIds(20), guestsWithoutTicket: await insertGuestIds(200) },
      isOver,
    ),
    simulateSignups(await createCaller('Freshers'), ledger, isOver),
    simulateSponsor(await createCaller('Bura'), ledger, await newSponsor('Bura', 1), isOver),
    simulateSponsor(await createCaller('Jugo'), ledger, await newSponsor('Jugo', 2), isOver),
    simulateScanner(
      await createCaller('Scanner', 2),
      ledger,
      await insertGuests(600, () => 'check@in.example', true),
      isOver,
    ),
    simulateVisitor(await createCaller('Visitor 1'), isOver),
    simulateVisitor(await createCaller('Visitor 2'), isOver),
  ])
  simulations.catch(() => {})
  const endLoad = () => {
    hasEnded = true
    for (const phone of phones) phone.end()
  }
  return { phones, simulations, admin, endLoad }
}
