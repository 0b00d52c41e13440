import { describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { makeGuest } from '../support/factories'

const sql = getSql()
const violates = (constraint: string) => ({ constraint_name: constraint })

async function makeImage() {
  const hash = 'a'.repeat(64)
  await sql`insert into images (hash, mime, width, height, bytes)
    values (${hash}, 'image/webp', 1, 1, ${Buffer.from('x')}) on conflict do nothing`
  return hash
}

describe('the database refuses', () => {
  it('two active freshers with one JMBAG, but not a deleted and an active one', async () => {
    const guest = await makeGuest()
    await expect(makeGuest({ jmbag: guest.jmbag })).rejects.toMatchObject(
      violates('guests_live_jmbag_key'),
    )
    await sql`update guests set deleted_at = now() where id = ${guest.id}`
    await makeGuest({ jmbag: guest.jmbag })
  })

  it('one code for two guests, and a purchase time without a code', async () => {
    const conf_code = '22222222-2222-1222-8222-222222222222'
    await makeGuest({ conf_code, bought_at: new Date().toISOString() })
    await expect(
      makeGuest({ conf_code, bought_at: new Date().toISOString() }),
    ).rejects.toMatchObject(violates('guests_conf_code_key'))
    await expect(makeGuest({ bought_at: new Date().toISOString() })).rejects.toMatchObject(
      violates('guests_ticket_whole'),
    )
  })

  // Rules 4.2 and 14.2: every guest is on one list, and a JMBAG has ten digits.
  it('a JMBAG that is not ten digits, and a guest without a list', async () => {
    await expect(makeGuest({ jmbag: '12345' })).rejects.toMatchObject(
      violates('guests_jmbag_digits'),
    )
    await expect(sql`insert into guests (name) values ('x')`).rejects.toMatchObject({
      column_name: 'list_id',
    })
  })

  it('a privilege outside 0 to 4, and a second user with one e-mail address', async () => {
    await expect(
      sql`insert into users (email, privilege) values ('a@b.hr', 5)`,
    ).rejects.toMatchObject(violates('users_privilege_range'))
    await sql`insert into users (email) values ('netko@b.hr')`
    await expect(sql`insert into users (email) values ('netko@b.hr')`).rejects.toMatchObject(
      violates('users_email_key'),
    )
    await expect(sql`insert into users (email) values ('NETKO@b.hr')`).rejects.toMatchObject(
      violates('users_email_lower_case'),
    )
  })

  it('an unknown state of sales', async () => {
    await expect(sql`update editions set sales_state = 'sold'`).rejects.toMatchObject(
      violates('editions_sales_state_known'),
    )
  })

  it('an unknown price category, a position of three digits, and one position twice', async () => {
    const item = (more: object) => ({
      name: 'Voda',
      category: 'SOK',
      order: 1,
      price_eur: 2,
      volume_litres: 0.5,
      ...more,
    })
    await sql`insert into price_items ${sql(item({}))}`
    await expect(sql`insert into price_items ${sql(item({}))}`).rejects.toMatchObject(
      violates('price_items_order_key'),
    )
    await sql`insert into price_items ${sql(item({ category: 'PIVO' }))}`
    await expect(
      sql`insert into price_items ${sql(item({ category: 'VINO', order: 2 }))}`,
    ).rejects.toThrow(/price_category/)
    await expect(sql`insert into price_items ${sql(item({ order: 100 }))}`).rejects.toMatchObject(
      violates('price_items_order_two_digits'),
    )
    await expect(
      sql`insert into price_items ${sql(item({ order: 3, price_eur: -1 }))}`,
    ).rejects.toMatchObject(violates('price_items_price_not_negative'))
  })

  it('one position for two performers, but not a swap of two positions', async () => {
    const image_hash = await makeImage()
    const performer = (slug: string, order: number) => ({ name: slug, slug, image_hash, order })
    await sql`insert into lineup_items ${sql([performer('a', 1), performer('b', 2)])}`
    await expect(sql`insert into lineup_items ${sql(performer('c', 2))}`).rejects.toMatchObject(
      violates('lineup_items_order_key'),
    )
    await sql`update lineup_items set "order" = 3 - "order"`
    const swapped = await sql`select slug from lineup_items order by "order"`
    expect(swapped.map((row) => row.slug)).toEqual(['b', 'a'])
  })

  it('a negative guest cap and an invalid link', async () => {
    const image_hash = await makeImage()
    const sponsor = (more: object) => ({
      name: 'Tvrtka',
      slug: crypto.randomUUID(),
      url: 'https://primjer.hr',
      email: 'a@primjer.hr',
      image_hash,
      order: 1,
      ...more,
    })
    await expect(
      sql`insert into sponsors ${sql(sponsor({ guest_cap: -1 }))}`,
    ).rejects.toMatchObject(violates('sponsors_guest_cap_not_negative'))
    await expect(
      sql`insert into sponsors ${sql(sponsor({ url: 'javascript:alert(1)' }))}`,
    ).rejects.toMatchObject(violates('sponsors_url_http'))
    await expect(
      sql`insert into sponsors ${sql(sponsor({ guests_enabled: 3 }))}`,
    ).rejects.toMatchObject(violates('sponsors_guests_enabled_range'))
  })

  it('an unknown visibility flag, a flag without a value, and one key twice', async () => {
    await expect(
      sql`insert into visibility_flags (name, visible) values ('NESTO', true)`,
    ).rejects.toMatchObject(violates('visibility_flags_known'))
    await expect(
      sql`update visibility_flags set visible = null where name = 'LINEUP_VISIBILITY'`,
    ).rejects.toMatchObject(violates('visibility_flags_known'))
    await expect(
      sql`insert into visibility_flags (name, visible) values ('LINEUP_VISIBILITY', true)`,
    ).rejects.toThrow(/duplicate key/)
    await sql`insert into translations (key, value) values ('a.b', 'x')`
    await expect(sql`insert into translations (key, value) values ('a.b', 'y')`).rejects.toThrow(
      /duplicate key/,
    )
  })
})

describe('an empty database', () => {
  // Rules 1.7, 1.8 and 4.3: a fresh database has three tags, and every flag is 0.
  it('starts with the three tags, and every visibility flag at 0', async () => {
    const tags = await sql`select name, role from guest_lists order by id`
    expect(tags.map((t) => [t.name, t.role])).toEqual([
      ['Brucoši', 'brucosi'],
      ['Brucošijada', 'product'],
      ['VIP', 'vip'],
    ])
    const flags = await sql`select * from visibility_flags`
    expect(flags).toHaveLength(11)
    expect(flags.every((f) => !f.visible && f.at === null)).toBe(true)
  })
})
