import type { Random } from '@/db/seed/random'
import { createRandom } from '@/db/seed/random'
import { randomUuidV1 } from '@/db/uuid'
import { WEBHOOK_EVENTS } from '@/lib/webhooks/rules'
import { Caller } from './caller'
import type { AcknowledgedWrites } from './ledger'
import { bulk, desk, editor, notes, PRICE } from './office'
import { startPhone } from './phone'
import { scanner, signups, sponsor, visitor } from './visitors'
import type { World } from './world'

const PHONES = 3

/**
 * Creates guests and sponsors, and starts the simulated staff, phones and visitors. Except for the
 * tickets shared by the phones, each guest is changed by one client only.
 */
export async function populate(world: World, ledger: AcknowledgedWrites, random: Random) {
  const { sql } = world
  let isEnd = false
  const isOver = () => isEnd
  const person = async (name: string, privilege?: number) =>
    new Caller(
      world,
      name,
      createRandom(random.int(2 ** 31)),
      privilege === undefined ? {} : await world.hire(name, privilege),
    )
  const admin = await person('Admin Prvi', 1)
  const must = async (method: string, path: string, body: unknown) => {
    const answer = await admin.insist(method, path, body)
    if (!answer || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
  const [list] = await sql`select id from guest_lists where role = 'brucosi'`
  await must('PUT', 'cash/settings', { on: '1', prices: [{ id: list?.id, cents: PRICE }] })
  await must('PUT', 'visibility/COMINGSOON_VISIBILITY', { visible: 1 })
  await must('PUT', 'night', { capacity: 5_000 })
  const events = [...WEBHOOK_EVENTS]
  await must('POST', 'webhooks', { description: 'Proba', url: world.receiver.url, events })
  const [gate] = await sql`select id from gates where deleted_at is null`

  let serial = 0
  /** Inserts guests on the freshers' list, with or without a ticket. */
  const guests = async (count: number, email: (n: number) => string, isBought = false) => {
    const made: { id: number; code: string }[] = []
    for (let i = 0; i < count; i++) {
      const code = randomUuidV1()
      const jmbag = `0099${String(++serial).padStart(6, '0')}`
      const [row] = await sql<{ id: number }[]>`
        insert into guests (name, surname, jmbag, email, list_id, conf_code, bought_at)
        values ('Ana', 'Anić', ${jmbag}, ${email(serial)}, ${list?.id}, ${isBought ? code : null}, ${isBought ? sql`now()` : null})
        returning id`
      made.push({ id: row?.id as number, code })
    }
    return made
  }
  const idsOf = async (count: number) =>
    (await guests(count, (n) => `mail${n}@primjer.hr`)).map(({ id }) => id)
  const hash = 'a'.repeat(64)
  await sql`insert into images ${sql({ hash, bytes: Buffer.from('x'), mime: 'image/webp', width: 1, height: 1 })}`
  const newSponsor = async (name: string, order: number) => {
    const slug = randomUuidV1()
    await sql`insert into sponsors ${sql({ name, slug, url: 'https://bura.example', image_hash: hash, email: 'a@bura.example', guest_cap: 9_000, guests_enabled: 2, order })}`
    return slug
  }

  const shared = await guests(12, () => 'gate@shared.example', true)
  const phones = await Promise.all(
    Array.from({ length: PHONES }, async (_, i) => {
      const name = `Vrata ${i + 1}`
      const until = new Date(Date.now() + 6 * 3_600_000).toISOString()
      const { code } = await must('POST', `gates/${gate?.id}/pairings`, { until })
      const own = await guests(
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
  const desks = [await idsOf(20), await idsOf(20)]
  for (const id of desks.flat()) ledger.atTill.add(id)
  const people = Promise.all([
    desk(await person('Desk 1', 3), ledger, desks[0] as number[], isOver),
    desk(await person('Desk 2', 3), ledger, desks[1] as number[], isOver),
    notes(await person('Notes', 1), ledger, await idsOf(10), isOver),
    editor(await person('Editor', 1), ledger, isOver),
    bulk(
      await person('Bulk', 1),
      ledger,
      { noted: await idsOf(20), buying: await idsOf(200) },
      isOver,
    ),
    signups(await person('Freshers'), ledger, isOver),
    sponsor(await person('Bura'), ledger, await newSponsor('Bura', 1), isOver),
    sponsor(await person('Jugo'), ledger, await newSponsor('Jugo', 2), isOver),
    scanner(
      await person('Scanner', 2),
      ledger,
      await guests(600, () => 'check@in.example', true),
      isOver,
    ),
    visitor(await person('Visitor 1'), isOver),
    visitor(await person('Visitor 2'), isOver),
  ])
  people.catch(() => {})
  const tellToEnd = () => {
    isEnd = true
    for (const phone of phones) phone.end()
  }
  return { phones, people, admin, tellToEnd }
}
