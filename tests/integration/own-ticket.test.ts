import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/client'
import { addSponsorGuest } from '@/db/queries/sponsors-adding'
import { randomUuidV1 } from '@/lib/guests/conf-code'
import { changeGuest } from '@/lib/guests/service'
import { ticketAddress } from '@/lib/tickets/rules'
import { readTicket } from '@/lib/tickets/service'
import { makeGuest, pass, staff } from '../support/factories'
import { atOnce, makeSponsor, setDeadline } from '../support/programme'

const sql = getSql()

beforeEach(async () => {
  await sql`delete from guests`
  await sql`delete from sponsors`
})

/** A fresher with a ticket. */
async function sold(given: Parameters<typeof makeGuest>[0] = {}) {
  const guest = await makeGuest(given)
  const { confCode } = await changeGuest(guest.id, { bought: true }, await staff(3))
  return { id: guest.id, code: confCode as string }
}

describe('the ticket behind a code', () => {
  it('tells whose it is, by which list, and since when they are inside', async () => {
    const { id, code } = await sold({ name: 'Ivo', surname: 'Šarić' })
    expect(await readTicket(code)).toEqual({
      guestId: id,
      name: 'Ivo',
      surname: 'Šarić',
      kind: 'ticket',
      list: 'Brucoši',
      code,
      enteredAt: null,
    })
    const since = new Date(Date.now() - 60_000).toISOString()
    await pass(sql, [id], 'in', since)
    const inside = await readTicket(code.toUpperCase())
    expect(new Date(inside?.enteredAt ?? 0).toISOString()).toBe(since)
    expect(inside?.code).toBe(code)
    await pass(sql, [id], 'out')
    expect((await readTicket(code))?.enteredAt).toBeNull()
    expect(ticketAddress('https://festival.example', code)).toBe(
      `https://festival.example/karta/${code}`,
    )
  })

  it("names the sponsor of a pass, and never the key to the sponsor's list", async () => {
    await setDeadline(3600)
    const { slug } = await makeSponsor({ name: 'Žarulja d.o.o.' })
    const code = randomUuidV1()
    await addSponsorGuest(getDb(), { slug, fullName: 'Ana Marija Đurić', confCode: code })
    const ticket = await readTicket(code)
    expect(ticket).toMatchObject({
      name: 'Ana Marija',
      surname: 'Đurić',
      kind: 'pass',
      list: 'Žarulja d.o.o.',
    })
    expect(JSON.stringify(ticket)).not.toContain(slug)
  })

  it('is none for a wrong, malformed, returned or deleted one, and still one for the banned', async () => {
    const { id, code } = await sold()
    const bought = randomUuidV1()
    await makeGuest({ conf_code: bought, bought_at: new Date().toISOString() })
    for (const wrong of ['', 'karta', `${code}0`, code.slice(1), randomUuidV1(), "' or true --"])
      expect(await readTicket(wrong), wrong).toBeNull()
    await changeGuest(id, { banReason: 'Tučnjava', banned: true }, await staff(1))
    expect(await readTicket(code)).toMatchObject({ guestId: id })
    await changeGuest(id, { bought: false }, await staff(1))
    expect(await readTicket(code)).toBeNull()
    await sql`update guests set deleted_at = now() where conf_code = ${bought}`
    expect(await readTicket(bought)).toBeNull()
  })

  it('is found by no guess of 10,000, among as many tickets as a festival has', async () => {
    await sql`insert into guests (name, surname, list_id, conf_code, bought_at)
      select 'Gost', n::text, (select id from guest_lists where role = 'brucosi'), code::uuid, now()
      from unnest(${sql.array(Array.from({ length: 5000 }, () => randomUuidV1()))}::text[])
        with ordinality as given(code, n)`
    const { code } = await sold()
    // The time of a neighbour's ticket is known to a guesser; what is random behind it is not.
    const near = () => code.slice(0, 19) + randomUuidV1().slice(19)
    for (let round = 0; round < 100; round++)
      expect(
        (await atOnce(100, (i) => readTicket(i % 2 ? randomUuidV1() : near()))).filter(Boolean),
      ).toEqual([])
    expect(await readTicket(code)).not.toBeNull()
  })
})
