import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { replaceSponsorSlug, updateSponsor } from '@/db/queries/sponsors'
import { getTag } from '@/db/queries/tags'
import { randomUuidV1 } from '@/db/uuid'
import { readGuest } from '@/lib/guests/change-guest'
import { makeGuest, staff } from '../support/factories'
import { makeSponsor } from '../support/programme'

const sql = getSql()
const admin = await staff(1)

beforeEach(async () => {
  await sql`delete from guests`
})

const storedCounts = () => sql`
  select list_id, sum(total)::int as everyone, sum(bought)::int as bought,
    sum(entered)::int as entered, sum(bought_and_inside)::int as "both"
  from guest_list_counts group by list_id
  having sum(total) <> 0 or sum(bought) <> 0 or sum(entered) <> 0 or sum(bought_and_inside) <> 0
  order by list_id`

const actualCounts = () => sql`
  select list_id, count(*)::int as everyone, count(bought_at)::int as bought,
    count(entered_at)::int as entered,
    (count(*) filter (where bought_at is not null and entered_at is not null))::int as "both"
  from guests where deleted_at is null group by list_id order by list_id`

describe('the counts of guest lists', () => {
  it('stay exact under fifty concurrent writers, in fewer than 1,500 rows', async () => {
    const lists = await sql`select id from guest_lists order by id limit 3`
    const [first, second] = [lists[0]?.id as number, lists[1]?.id as number]
    const writer = async (n: number) => {
      for (let i = 0; i < 30; i++) {
        const [guest] = await sql`
          insert into guests (list_id, entered_at) values (${n % 2 ? first : second}, ${i % 3 ? null : new Date().toISOString()})
          returning id`
        const id = guest?.id as number
        await sql`update guests set conf_code = ${randomUuidV1()}, bought_at = now() where id = ${id}`
        await sql`update guests set entered_at = coalesce(entered_at, now()) where id = ${id}`
        if (i % 4 === 0)
          await sql`update guests set list_id = ${n % 2 ? second : first} where id = ${id}`
        if (i % 5 === 0)
          await sql`update guests set conf_code = null, bought_at = null where id = ${id}`
        if (i % 7 === 0) await sql`update guests set deleted_at = now() where id = ${id}`
        if (i % 14 === 0) await sql`update guests set deleted_at = null where id = ${id}`
        if (i % 11 === 0) await sql`delete from guests where id = ${id}`
      }
    }
    await Promise.all(Array.from({ length: 50 }, (_, n) => writer(n)))
    expect(await storedCounts()).toEqual(await actualCounts())
    const [{ total } = {}] = await sql`select count(*)::int as total from guest_list_counts`
    expect(total).toBeLessThan(1500)
  })

  it('do not block changes while another transaction changes a guest of the same list', async () => {
    const [a, b] = [await makeGuest(), await makeGuest()]
    await sql.begin(async (tx) => {
      await tx`update guests set entered_at = now() where id = ${a.id}`
      await sql`update guests set entered_at = now() where id = ${b.id}`
    })
    expect(await storedCounts()).toEqual(await actualCounts())
  })

  it('leave out the guests of a transaction that was rolled back', async () => {
    await makeGuest()
    const undone = sql.begin(async (tx) => {
      await tx`insert into guests (list_id) select id from guest_lists, generate_series(1, 300)`
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await storedCounts()).toEqual(await actualCounts())
  })

  // Rule 4.5: the counts of a tag follow from its guests.
  it('are returned with the tag', async () => {
    const guest = await makeGuest({ entered_at: new Date().toISOString() })
    const [row] = await sql`select list_id from guests where id = ${guest.id}`
    expect(await getTag(getDb(), row?.list_id)).toMatchObject({ count: 1, bought: 0, entered: 1 })
  })
})

describe('the guest list of a sponsor', () => {
  it('has the current name and slug of the sponsor', async () => {
    const sponsor = await makeSponsor({ name: 'Zec' })
    const [guest] = await sql`insert into guests (name, list_id)
      select 'Mara', id from guest_lists where sponsor_id = ${sponsor.id} returning id`
    const tag = async () => (await readGuest(guest?.id, admin)).tag
    expect(await tag()).toBe(`${sponsor.slug} Zec`)
    await updateSponsor(getDb(), sponsor.id, { name: 'Vuk' })
    expect(await tag()).toBe(`${sponsor.slug} Vuk`)
    const slug = randomUuidV1()
    await replaceSponsorSlug(getDb(), sponsor.id, slug)
    expect(await tag()).toBe(`${slug} Vuk`)
  })
})
