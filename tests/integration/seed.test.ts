import { describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { seedDemo } from '@/db/seed/demo'
import { insertGuests } from '@/db/seed/insert-guests'
import { areCorners, PICTURE_NAMES, type PictureName, sizeProblem } from '@/lib/artwork/rules'
import { readArtwork } from '@/lib/artwork/service'
import { studentEmail } from '@/lib/students/email'

const sql = getSql()
const now = new Date()
const seedFestival = () =>
  seedDemo(sql, { now, studentEmail: (student) => studentEmail(student, 'fer.hr') })

async function count(table: string): Promise<number> {
  const [row] = await sql`select count(*)::int as count from ${sql(table)}`
  return row?.count
}

describe('seeding', () => {
  it('fills an empty database once, with several concurrent calls', async () => {
    const results = await Promise.all([seedFestival(), seedFestival(), seedFestival()])
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await seedFestival()).toBe(false)
    expect(await count('guests')).toBe(4000)
    expect(await count('lineup_items')).toBe(12)
    expect(await count('sponsors')).toBe(10)
    expect(await count('signups')).toBeGreaterThan(1400)
    const pictures = await sql`
      select hash, encode(sha256(bytes), 'hex') as sum, width from images
      where not exists (select from artworks where image_hash = hash)`
    expect(pictures).toHaveLength(22)
    expect(pictures.every((p) => p.hash === p.sum && p.width === 960)).toBe(true)
  })

  it('inserts a fitting image into every artwork slot without a default', async () => {
    const images = await sql<{ slot: PictureName; width: number; height: number }[]>`
      select slot, width, height from artworks join images on image_hash = hash`
    expect(images.map(({ slot, ...size }) => sizeProblem(slot, size))).toEqual(
      images.map(() => null),
    )
    const { pictures, corners, hasConsent } = await readArtwork()
    expect(Object.keys(pictures).sort()).toEqual([...PICTURE_NAMES].sort())
    expect(corners && areCorners(corners)).toBe(true)
    expect(hasConsent).toBe(true)
  })

  it('shows every page, counts down to the future and leaves free places on sponsor lists', async () => {
    const flags = await sql`select * from visibility_flags`
    expect(flags.filter((f) => f.visible === false)).toEqual([])
    const times = flags.filter((f) => f.visible === null)
    expect(times.map((f) => new Date(f.at) > now)).toEqual([true, true])
    const nearlyFull = await sql`
      select s.id from sponsors s join guest_lists l on l.sponsor_id = s.id
      join guests g on g.list_id = l.id
      group by s.id having count(*) > s.guest_cap / 2.0 + 1`
    expect(nearlyFull).toHaveLength(0)
  })

  it('admits no guest before opening time, including guests added later', async () => {
    const inside = () =>
      sql`select count(*)::int as inside from guests where entered_at is not null`
    expect(await inside()).toEqual([{ inside: 0 }])
    await sql.begin(async (tx) => {
      await tx`update visibility_flags set at = now() - interval '1 hour' where name = 'TIMER_TIME'`
    })
    await insertGuests(sql, { count: 1000, seed: 9, now })
    expect((await inside())[0]?.inside).toBeGreaterThan(0)
    await sql`delete from guests where entered_at is not null`
    await sql`update visibility_flags set at = now() + interval '9 days' where name = 'TIMER_TIME'`
    await insertGuests(sql, { count: 1000, seed: 8, now })
    expect(await inside()).toEqual([{ inside: 0 }])
  })

  it('creates unnamed guests with none, one and several sign-ups, for the ticket desk', async () => {
    const cases = await sql`
      select distinct least(signup_count, 2) as signup_count from (
        select count(s.id)::int as signup_count from guests g left join signups s using (jmbag)
        where g.name = '' group by g.id) per_guest order by 1`
    expect(cases.map((c) => c.signup_count)).toEqual([0, 1, 2])
  })

  it('adds guests repeatedly, and skips taken JMBAGs', async () => {
    const [{ list_id } = {}] =
      await sql`select id as list_id from guest_lists where role = 'brucosi'`
    const existing = ['0036999990', '0037000005'].map((jmbag) => ({ name: 'Ivo', jmbag, list_id }))
    await sql`insert into guests ${sql(existing)}`
    for (const run of [1, 2]) {
      const before = await count('guests')
      await insertGuests(sql, { count: 3000, seed: 4, now })
      expect(await count('guests'), `run ${run}`).toBe(before + 3000)
    }
    const [duplicates] = await sql`
      select count(jmbag)::int - count(distinct jmbag)::int as jmbags,
        count(conf_code)::int - count(distinct conf_code)::int as codes from guests`
    expect(duplicates).toEqual({ jmbags: 0, codes: 0 })
    const overCap = await sql`
      select s.id from sponsors s join guest_lists l on l.sponsor_id = s.id
      join guests g on g.list_id = l.id
      group by s.id having count(*) > s.guest_cap`
    expect(overCap).toHaveLength(0)
  })

  it('gives two concurrent runs different JMBAGs', async () => {
    const before = await count('guests')
    await Promise.all([
      insertGuests(sql, { count: 500, seed: 1, now }),
      insertGuests(sql, { count: 500, seed: 1, now }),
    ])
    expect(await count('guests')).toBe(before + 1000)
  })

  it('fills the daily report with full days, before and after noon', async () => {
    const { listSalesDays } = await import('@/db/queries/reports')
    const { getDb } = await import('@/db/pool')
    const days = await listSalesDays(getDb())
    expect(days.length).toBeGreaterThan(15)
    expect(days.reduce((sum, d) => sum + d.before12, 0)).toBeGreaterThan(500)
    expect(days.reduce((sum, d) => sum + d.after12, 0)).toBeGreaterThan(500)
  })
})
