import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { isSponsorSlug } from '@/db/queries/sponsor-slug'
import { randomUuidV1 } from '@/db/uuid'
import { startBackground } from '@/lib/background/start'
import { flushGuestViews, listReads } from '@/lib/guests/access-log'
import { admitGuest } from '@/lib/guests/admit-guest'
import { changeGuest, readGuest } from '@/lib/guests/change-guest'
import { findGuests, findLists, searchBrucosi } from '@/lib/guests/guest-queries'
import { isSponsorTag, isUnusualViewCount } from '@/lib/guests/rules'
import { type GuestListQuery, guestChange, guestListQuery } from '@/lib/guests/schema'
import { check } from '@/lib/http/request'
import { empty } from '../support/empty'
import { makeGuest, showToStaff, staff } from '../support/factories'
import { makeSponsor } from '../support/programme'
import { countStatements } from '../support/statements'

const sql = getSql()
const [admin, entry, desk, both] = await Promise.all([staff(1), staff(2), staff(3), staff(4)])
type User = typeof entry
const seek = (search: string, more: object = {}, user: User = entry) =>
  findGuests(check(guestListQuery, { search, total: '0', ...more }) as GuestListQuery, user)
const change = (id: number, fields: object, user: User) =>
  changeGuest(id, check(guestChange, fields), user)

let sponsor: Awaited<ReturnType<typeof makeSponsor>>
let sponsorGuest = { id: 0, code: '' }
beforeEach(async () => {
  await empty(sql, 'guests', 'sponsors', 'guest_reads')
  sponsor = await makeSponsor({ name: 'Zec d.o.o.' })
  const [row] = await sql`
    insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Mara', 'Zečić', id, ${randomUuidV1()}, now() from guest_lists
    where sponsor_id = ${sponsor.id} returning id, conf_code as code`
  sponsorGuest = row as typeof sponsorGuest
  await showToStaff(sponsorGuest.id)
})

describe('below admin', () => {
  // Rule 4.14: below admin, the slug of a sponsor is replaced by a pseudonym.
  it('a user sees a stable pseudonym for the slug of a sponsor, which opens no list', async () => {
    const { tag } = await readGuest(sponsorGuest.id, entry)
    expect(isSponsorTag(tag)).toBe(true)
    expect(tag.slice(36)).toBe(' Zec d.o.o.')
    expect(await isSponsorSlug(getDb(), tag.slice(0, 36))).toBe(false)
    const responses = JSON.stringify(
      await Promise.all([
        seek('zečić'),
        seek('zečić', { total: '1' }),
        seek('zečić', {}, both),
        seek(sponsorGuest.code, { search_fields: 'confCode' }),
        readGuest(sponsorGuest.id, both),
        findLists(entry),
        findLists(both),
        admitGuest({ confCode: sponsorGuest.code }, entry),
        admitGuest({ confCode: sponsorGuest.code }, both),
        change(sponsorGuest.id, { entered: '1' }, entry),
        change(sponsorGuest.id, { entered: '0' }, both),
        change(sponsorGuest.id, { entered: '1', seen: { entered: 'x', tag: 'x' } }, both).catch(
          (error) => error,
        ),
      ]),
    )
    expect(responses).toContain(tag)
    expect(responses).toContain('Sada je: ')
    expect(responses).not.toContain(sponsor.slug)
    expect((await readGuest(sponsorGuest.id, admin)).tag).toBe(`${sponsor.slug} Zec d.o.o.`)
    await sql`update sponsors set slug = ${randomUuidV1()} where id = ${sponsor.id}`
    expect((await readGuest(sponsorGuest.id, entry)).tag).toBe(tag)
  })

  it('the guest list is filtered and searched by the pseudonym of a sponsor, never by the slug', async () => {
    await makeGuest({ name: 'Mara', surname: 'Druga' })
    const { tag } = (await findLists(entry)).find(({ name }) => name === 'Zec d.o.o.') ?? {
      tag: '',
    }
    const findSurnames = async (search: string, more: object) =>
      (await seek(search, more)).rows.map(({ surname }) => surname)
    expect(await findSurnames('mara', { tag })).toEqual(['Zečić'])
    expect(await findSurnames('mara', { tag, total: '1' })).toEqual(['Zečić'])
    expect(await findSurnames(tag, { search_fields: 'tag' })).toEqual(['Zečić'])
    const tagWithSlug = `${sponsor.slug} Zec d.o.o.`
    expect(await findSurnames('mara', { tag: tagWithSlug })).toEqual([])
    expect(await findSurnames(tagWithSlug, { search_fields: 'tag' })).toEqual([])
    expect(
      await findSurnames(sponsorGuest.code, { search_fields: 'tag,name,surname,confCode' }),
    ).toEqual(['Zečić'])
    expect(await findSurnames('VIP', { search_fields: 'tag' })).toEqual([])
  })

  // Rules 6.2 and 6.3: the gate search needs more than 2 characters and lists at most 30 guests.
  it('the gate gets at most thirty guests for three letters or a whole code, and no more pages', async () => {
    for (let i = 0; i < 35; i++) await makeGuest({ name: 'Ana', surname: `Anić${i}` })
    expect((await seek('ana', { limit: 500 })).rows).toHaveLength(30)
    expect((await seek('ana', { total: '1', search_fields: 'name' })).rows).toHaveLength(30)
    for (const [search, more] of [
      ['an', {}],
      ['---', {}],
      ['ana', { offset: 30 }],
      ['1234', { search_fields: 'confCode' }],
    ] as const)
      await expect(seek(search, more), search).rejects.toMatchObject({ status: 400 })
    for (const field of ['bought', 'entered', 'email'])
      await expect(seek('111', { search_fields: field })).rejects.toMatchObject({ status: 403 })
  })

  // Rules 4.1 and 4.12: each viewer sees only the fields of a guest that the work needs.
  it('the gate sees no JMBAG, address, phone or code of a guest, and the desk no phone', async () => {
    const { id, jmbag } = await makeGuest({ name: 'Iva', surname: 'Ivić', email: 'iva@primjer.hr' })
    await sql`update guests set phone = '091 234', note = 'Dolazi kasno' where id = ${id}`
    const sold = await change(id, { bought: '1' }, desk)
    expect(sold).toMatchObject({ jmbag, email: 'iva@primjer.hr', phone: null })
    expect(sold.confCode).toHaveLength(36)
    const gateView = { jmbag: '', email: null, phone: null, confCode: null, note: 'Dolazi kasno' }
    expect(await readGuest(id, entry)).toMatchObject({ ...gateView, bought: '1' })
    expect((await seek('ivić', {}, both)).rows).toMatchObject([gateView])
    expect((await admitGuest({ confCode: sold.confCode as string }, both)).guest).toMatchObject(
      gateView,
    )
    expect(await searchBrucosi(jmbag as string, desk)).toMatchObject({
      guests: [{ jmbag, email: 'iva@primjer.hr', phone: null, confCode: sold.confCode }],
    })
    await makeGuest({ jmbag: `${jmbag?.slice(0, 9)}${jmbag?.endsWith('9') ? 0 : 9}` })
    const several = await searchBrucosi(jmbag?.slice(0, 9) as string, desk)
    expect(several.guests.map(({ email, confCode }) => email ?? confCode)).toEqual([null, null])
    expect(await readGuest(id, admin)).toMatchObject({ phone: '091 234', confCode: sold.confCode })
  })

  // Rule 4.12: the desk sees freshers only.
  it('the desk can neither read nor change guests who are not freshers', async () => {
    const vip = await makeGuest({ tag: 'VIP', jmbag: null, name: 'Vid', surname: 'Vip' })
    for (const { id } of [vip, sponsorGuest]) {
      await expect(readGuest(id, desk)).rejects.toMatchObject({ status: 404 })
      for (const user of [desk, both])
        for (const input of [{ bought: '0' }, { bought: '1' }, { name: 'Drugo' }, { surname: 'X' }])
          await expect(change(id, input, user)).rejects.toMatchObject({
            status: 403,
            code: 'freshers_only',
          })
    }
    expect(await readGuest(sponsorGuest.id, admin)).toMatchObject({ name: 'Mara', bought: '1' })
    expect(await change(vip.id, { entered: '1' }, both)).toMatchObject({ entered: '1' })
  })
})

describe('the gate’s search', () => {
  const names = async (search: string, more: object = {}) =>
    (await seek(search, { search_fields: 'name,surname,jmbag', ...more })).rows.map(
      ({ name, surname }) => `${name} ${surname}`,
    )

  // Rule 6.3: the gate search lists whole words first.
  it('lists matches of whole words first, then of beginnings, then other matches, each by name', async () => {
    for (const [name, surname] of [
      ['Adriana', 'Babić'],
      ['Ivana', 'Anić'],
      ['Anamarija', 'Car'],
      ['Zora', 'Ana'],
      ['Ana', 'Žarić'],
      ['Ana', 'Babić'],
      ['Lea', 'Horvat-Anak'],
    ] as const)
      await makeGuest({ name, surname })
    const whole = ['Ana Babić', 'Ana Žarić', 'Zora Ana']
    const others = ['Anamarija Car', 'Lea Horvat-Anak', 'Adriana Babić', 'Ivana Anić']
    expect(await names('ana')).toEqual([...whole, ...others])
    expect(await names('ana', { limit: 2 })).toEqual(whole.slice(0, 2))
    expect(await names('ana', { total: '1' })).toEqual([...whole, ...others])
    const page = await seek('ana', { search_fields: 'name,surname', total: '1', limit: 2 })
    expect(page.total).toBe(7)
    expect(await names('ana bab')).toEqual(['Ana Babić', 'Adriana Babić'])
    expect(await names('ana', { tag: 'VIP' })).toEqual([])
  })

  // Rule 4.13: the gate search matches a JMBAG only whole.
  it('finds a guest by the whole JMBAG, not by a part, and does not show the JMBAG', async () => {
    await makeGuest({ name: 'Ana', surname: 'Prva', jmbag: '0036512345' })
    await makeGuest({ name: 'Eva', surname: 'Druga', jmbag: '0036999512' })
    expect(await names('0036512345')).toEqual(['Ana Prva'])
    for (const part of ['512', '003651234', 'eva 512']) expect(await names(part)).toEqual([])
    await expect(seek('512', { search_fields: 'jmbag' })).rejects.toMatchObject({
      code: 'search_too_short',
    })
    expect((await seek('0036512345', { search_fields: 'jmbag' })).rows[0]?.jmbag).toBe('')
    expect(await names('512', { search_fields: 'name,surname' })).toEqual([])
  })
})

describe('views of guests', () => {
  it('are stored when the instance stops', async () => {
    await makeGuest({ name: 'Ana', surname: 'Anić' })
    await flushGuestViews()
    await sql`delete from guest_reads`
    const stop = await startBackground()
    await seek('anić', { search_fields: 'name,surname' })
    await stop()
    expect(await sql`select guests from guest_reads`).toEqual([{ guests: 1 }])
  })

  it('are counted per user below admin, except for scans, and listed for today', async () => {
    for (let i = 0; i < 4; i++) await makeGuest({ name: 'Ana', surname: `Anić${i}` })
    await flushGuestViews()
    await sql`delete from guest_reads`
    await seek('anić', { search_fields: 'name,surname' })
    await seek('anić', { total: '1' })
    await readGuest(sponsorGuest.id, entry)
    await searchBrucosi('00', desk)
    await seek('anić', {}, admin)
    await admitGuest({ confCode: sponsorGuest.code }, both)
    expect(await listReads()).toEqual([
      { userId: entry.id, guests: 9, isUnusual: false },
      { userId: desk.id, guests: 4, isUnusual: false },
    ])
    await readGuest(sponsorGuest.id, entry)
    expect((await listReads())[0]).toMatchObject({ guests: 10 })
    await sql`insert into guest_reads values (${both.id}, now() - interval '2 days', 99)`
    await sql`update guest_reads set guests = 2000 where user_id = ${desk.id}`
    expect((await listReads())[0]).toEqual({ userId: desk.id, guests: 2000, isUnusual: true })
    expect(await listReads()).toHaveLength(2)
  })

  it('are unusual only if far more than those of other users', () => {
    expect(isUnusualViewCount(1000, [])).toBe(false)
    expect(isUnusualViewCount(1001, [])).toBe(true)
    expect(isUnusualViewCount(3000, [2000, 2500, 10])).toBe(false)
    expect(isUnusualViewCount(12_000, [2000, 2300, 10])).toBe(true)
  })

  it('add one statement to a gate search, which stores the shown guests', async () => {
    const [, statements] = await countStatements(() =>
      seek('zečić', { search_fields: 'name,surname' }),
    )
    expect(statements).toBe(2)
  })
})
