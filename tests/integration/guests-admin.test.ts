import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { admitGuest } from '@/lib/guests/admit-guest'
import { changeGuest, readGuest } from '@/lib/guests/change-guest'
import { createGuest, deleteGuest, restoreGuest } from '@/lib/guests/create-delete-restore'
import { findGuests } from '@/lib/guests/guest-queries'
import { readGuestHistory } from '@/lib/guests/history'
import { isConfirmationCode } from '@/lib/guests/rules'
import { guestChange, guestListQuery, newGuestBody } from '@/lib/guests/schema'
import { check } from '@/lib/http/request'
import { erasePerson } from '@/lib/people/service'
import { deleteTag } from '@/lib/tags/service'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { makeSponsor } from '../support/programme'

const sql = getSql()
const admin = await staff(1)
const mara = { name: 'Mara', surname: 'Đurić', tag: 'Brucoši', jmbag: '0036599999' }
const create = (fields: object) => createGuest(check(newGuestBody, fields), admin)
const change = (id: number, fields: object) => changeGuest(id, check(guestChange, fields), admin)
const list = (query: object) => findGuests(check(guestListQuery, query), admin)
const mailsTo = (id: number) => sql`select to_mail, state from mails where guest_id = ${id}`

beforeEach(async () => {
  await empty(sql, 'mails', 'guests')
})

describe('adding a guest', () => {
  it('gives the guest a ticket and presence by default, and mails the ticket', async () => {
    const guest = await create(mara)
    expect(guest).toMatchObject({ ...mara, bought: '1', entered: '1', mailedTo: 'md59999@fer.hr' })
    // The tests configure no mail service.
    expect(guest.isMailSet).toBe(false)
    expect(isConfirmationCode(guest.confCode ?? '')).toBe(true)
    expect(await mailsTo(guest.id)).toEqual([{ to_mail: 'md59999@fer.hr', state: 'queued' }])
    const plain = await create({ ...mara, jmbag: '', bought: '0', entered: 0 })
    expect(plain).toMatchObject({ bought: '0', entered: '0', confCode: null, mailedTo: null })
  })

  it('sends no mail if the guest has no address, and mails to a given address', async () => {
    const vip = { name: 'Ana', surname: 'Anić', tag: 'vip' }
    const withoutEmail = await create(vip)
    expect(withoutEmail).toMatchObject({ tag: 'VIP', bought: '1', mailedTo: null })
    expect(await mailsTo(withoutEmail.id)).toEqual([])
    expect((await create({ ...vip, email: 'Ana@Primjer.hr' })).mailedTo).toBe('ana@primjer.hr')
  })

  it.each([
    [{ ...mara, name: ' ' }, 'name', 'Unesite sva polja'],
    [{ name: 'Mara', surname: 'Đurić' }, 'tag', 'Unesite sva polja'],
    [{ ...mara, jmbag: '12345' }, 'jmbag', 'JMBAG mora biti 10 znamenki'],
    [{ ...mara, tag: 'Nepostojeći' }, 'tag', 'Nepoznat tag: Nepostojeći'],
    [{ ...mara, tag: 'VIP' }, 'jmbag', 'JMBAG se upisuje samo za brucoše.'],
    [{ ...mara, email: 'x' }, 'email', 'Neispravna e-mail adresa'],
  ])('refuses %j', async (input, field, message) => {
    const adding = (async () => create(input))()
    await expect(adding).rejects.toMatchObject({
      status: 400,
      more: { fields: { [field]: [message] } },
    })
    expect((await list({})).rows).toEqual([])
  })

  // Rule 4.8: a JMBAG is on the list once.
  it('accepts a JMBAG only once, also when ten requests add it at once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => create(mara)))
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
    for (const t of tries)
      if (t.status === 'rejected')
        expect(t.reason).toMatchObject({
          status: 409,
          detail: 'Gost s ovim JMBAG-om već postoji!!',
        })
    expect(await sql`select 1 from mails`).toHaveLength(1)
  })

  it('puts a guest on the list of the sponsor whose slug starts the tag, also above the guest cap', async () => {
    const sponsor = await makeSponsor({ guestCap: 0, guestsEnabled: 0 })
    const tag = `${sponsor.slug} bilo kakva oznaka`
    const guest = await create({ name: 'Iva', surname: 'Ivić', tag })
    expect(guest.tag).toBe(`${sponsor.slug} ${sponsor.name}`)
    const [activity] = (await readGuestHistory(guest.id)).activities
    expect(JSON.stringify(activity)).not.toContain(sponsor.slug)
  })
})

describe('the guest list', () => {
  // Rules 10.4 and 10.5: search, filters and order work the same on every list.
  it('is filtered by tag, ticket and presence, together with a search', async () => {
    await create({ ...mara, entered: 0 })
    await create({ ...mara, jmbag: null, bought: 0, entered: 0 })
    await create({ ...mara, jmbag: null, tag: 'VIP' })
    const count = async (query: object) => (await list(query)).total
    expect(await count({ tag: 'Brucoši', bought: '1', entered: '0', search: 'duric mara' })).toBe(1)
    expect(await count({ bought: '1' })).toBe(2)
    expect(await count({ entered: '0' })).toBe(2)
    expect(await count({ search: '1', search_fields: 'bought' })).toBe(2)
    expect(await count({ search: 'VIP', search_fields: 'tag' })).toBe(1)
    const named = { search: 'mara', search_fields: 'name,surname', total: '0', limit: 10 }
    expect((await list({ ...named, entered: '1' })).rows).toHaveLength(1)
  })

  it('is searched for pattern characters as plain text, also for full-width ones', async () => {
    await create(mara)
    for (const search of ['%', '_', '\\', '％', '＿', '＼', '﹪'])
      expect((await list({ search })).total, search).toBe(0)
    await create({ ...mara, jmbag: null, surname: 'Sto%' })
    for (const search of ['sto%', '％', 'ma %'])
      expect((await list({ search })).rows, search).toMatchObject([{ surname: 'Sto%' }])
  })

  it('shows each of 500 guests with the same name once across pages, in any order', async () => {
    await sql`insert into guests (name, surname, list_id)
      select 'Ivo', 'Horvat', 1 from generate_series(1, 500)`
    for (const ordering of [undefined, 'name', '-boughtTicketTime', '-enteredTime']) {
      const ids = new Set<number>()
      for (let offset = 0; offset < 500; offset += 90)
        for (const { id } of (await list({ ordering, limit: 90, offset })).rows) ids.add(id)
      expect(ids.size, ordering).toBe(500)
    }
  })
})

describe('changing a guest as an admin', () => {
  it('stores a note for staff, which only an admin writes and the deletion of the guest redacts', async () => {
    const { id } = await makeGuest({ name: 'Mara', surname: 'Notić' })
    expect(await change(id, { note: ' Dolazi s pratnjom ' })).toMatchObject({
      note: 'Dolazi s pratnjom',
    })
    const query = check(guestListQuery, {
      search: 'notić',
      search_fields: 'name,surname',
      total: '0',
    })
    expect((await findGuests(query, await staff(2))).rows[0]).toMatchObject({
      note: 'Dolazi s pratnjom',
    })
    for (const privilege of [2, 3, 4])
      await expect(
        changeGuest(id, check(guestChange, { note: 'x' }), await staff(privilege)),
      ).rejects.toMatchObject({ status: 403 })
    await expect(async () => change(id, { note: 'x'.repeat(201) })).rejects.toMatchObject({
      status: 400,
    })
    expect((await readGuestHistory(id)).activities[0]).toMatchObject({
      changes: { note: [null, 'Dolazi s pratnjom'] },
    })
    await change(id, { note: '' })
    expect(await readGuest(id, admin)).toMatchObject({ note: null })
    await deleteGuest(id, admin)
    expect(JSON.stringify(await readGuestHistory(id))).not.toContain('pratnjom')
  })

  it('changes list, JMBAG, address and phone, and logs the difference', async () => {
    const { id } = await makeGuest({ jmbag: null })
    const changes = { jmbag: '0036512345', email: 'IVO@primjer.hr', phone: '+385 91 234 5678' }
    expect(await change(id, { ...changes, tag: 'brucosi' })).toMatchObject({
      ...changes,
      email: 'ivo@primjer.hr',
      tag: 'Brucoši',
      changed: true,
    })
    await change(id, { tag: 'VIP', email: '' })
    expect(await readGuest(id, admin)).toMatchObject({
      tag: 'VIP',
      jmbag: '0036512345',
      email: null,
    })
    const [activity] = (await readGuestHistory(id)).activities
    expect(activity).toMatchObject({
      action: 'changed',
      changes: { tag: ['Brucoši', 'VIP'], email: ['ivo@primjer.hr', null] },
      user: { id: admin.id, name: admin.name },
    })
    await expect(change(id, { jmbag: '0036512346' })).rejects.toMatchObject({ status: 400 })
  })

  it('is refused to other staff for JMBAG, tag, phone, note and ban', async () => {
    const { id } = await makeGuest()
    for (const field of ['jmbag', 'tag', 'phone', 'note', 'banReason'])
      await expect(changeGuest(id, { [field]: 'VIP' }, await staff(4))).rejects.toMatchObject({
        status: 403,
      })
  })

  it('refuses a JMBAG that another guest has, also when five requests set it at once', async () => {
    const guests = await Promise.all(Array.from({ length: 5 }, () => makeGuest({ jmbag: null })))
    const tries = await Promise.allSettled(guests.map((g) => change(g.id, { jmbag: '0036512345' })))
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
    for (const t of tries)
      if (t.status === 'rejected') expect(t.reason).toMatchObject({ code: 'jmbag_taken' })
  })

  // Rule 4.23: of two people who change the same field, the second gets a conflict.
  it('gives a conflict to the second of two edits of one field, but not to edits of two fields', async () => {
    const { id } = await makeGuest({ name: 'Ivo', jmbag: null })
    const seen = { name: 'Ivo' }
    const [first, second] = await Promise.allSettled([
      change(id, { name: 'Ivan', seen }),
      change(id, { name: 'Ivica', seen }),
    ])
    const [rejected, fulfilled] = first.status === 'rejected' ? [first, second] : [second, first]
    const name = fulfilled.status === 'fulfilled' ? fulfilled.value.name : ''
    expect(await readGuest(id, admin)).toMatchObject({ name })
    expect(rejected).toMatchObject({
      reason: {
        status: 409,
        code: 'changed_meanwhile',
        more: { fields: { name: [`Sada je: ${name}`] } },
      },
    })
    await change(id, { email: 'a@b.hr', seen: { email: '' } })
    await change(id, { phone: '091 234', seen: { phone: null } })
    expect(await readGuest(id, admin)).toMatchObject({ name, email: 'a@b.hr', phone: '091 234' })
    // The expected value of a field that the request does not change is not checked.
    await change(id, { phone: '091 234', seen: { name: 'Netko drugi' } })
    for (const field of ['nesto', 'confCode'])
      expect(() => check(guestChange, { tag: 'VIP', seen: { [field]: 1 } })).toThrow(
        expect.objectContaining({ code: 'unknown_field' }),
      )
    expect(() => check(guestChange, { seen })).toThrow('Nema što promijeniti')
  })

  it('accepts only one of two concurrent moves to another list', async () => {
    const { id } = await makeGuest({ jmbag: null })
    const tries = await Promise.allSettled(
      ['VIP', 'Brucošijada'].map((tag) => change(id, { tag, seen: { tag: 'Brucoši' } })),
    )
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('deleting a guest', () => {
  // Rule 4.17: a deleted guest appears nowhere, and the guest's code admits nobody.
  it('removes the guest from the list, makes the code invalid at the gate, and can be undone', async () => {
    const guest = await create({ ...mara, entered: 0 })
    await deleteGuest(guest.id, admin)
    await expect(readGuest(guest.id, admin)).rejects.toMatchObject({ status: 404 })
    expect(await list({})).toMatchObject({ rows: [], total: 0 })
    await expect(admitGuest({ confCode: guest.confCode as string }, admin)).rejects.toMatchObject({
      status: 409,
    })
    await expect(change(guest.id, { bought: 1 })).rejects.toMatchObject({ status: 404 })
    await expect(deleteGuest(guest.id, admin)).rejects.toMatchObject({ status: 404 })

    const { mailedTo: _, isMailSet: _set, ...before } = guest
    expect(await restoreGuest(guest.id, undefined, admin)).toEqual(before)
    expect(await restoreGuest(guest.id, undefined, admin)).toEqual(before)
    expect((await admitGuest({ confCode: guest.confCode as string }, admin)).verdict).toBe(
      'admitted',
    )
    const { activities, mails } = await readGuestHistory(guest.id)
    expect(activities.map((activity) => activity.action)).toEqual([
      'admitted',
      'restored',
      'deleted',
      'created',
    ])
    expect(mails).toMatchObject([{ to_mail: 'md59999@fer.hr' }])
  })

  // Rules 4.18 and 10.19: for seven days only an admin finds deleted guests.
  it('shows the guest among deleted guests for seven days, to admins only', async () => {
    const [first, second] = [await create(mara), await create({ ...mara, name: 'Iva', jmbag: '' })]
    expect(second).toMatchObject({ deleted: '0', deletedTime: null })
    for (const { id } of [first, second]) await deleteGuest(id, admin)
    const active = await create({ ...mara, name: 'Ana', jmbag: '' })

    const { rows, total } = await list({ deleted: '1', limit: 1 })
    expect([rows.map(({ id }) => id), total]).toEqual([[second.id], 2])
    expect(rows).toMatchObject([{ name: 'Iva', deleted: '1', deletedTime: expect.any(String) }])
    const found = await list({ deleted: '1', search: mara.jmbag })
    expect(found.rows).toMatchObject([{ id: first.id, confCode: first.confCode }])
    expect((await list({ deleted: '0' })).rows).toMatchObject([{ id: active.id, deleted: '0' }])
    for (const search of [undefined, 'Mara', first.confCode as string])
      await expect(
        findGuests(guestListQuery.parse({ deleted: '1', search }), await staff(4)),
      ).rejects.toMatchObject({ status: 403, code: 'admin_field' })

    await sql`update guests set deleted_at = now() - interval '169 hours' where id = ${first.id}`
    expect((await list({ deleted: '1' })).rows).toMatchObject([{ id: second.id }])
  })

  // Rule 4.26.
  it('cannot be undone, and has no history, after the person was erased', async () => {
    const guest = await create(mara)
    const chosen = { guests: [guest.id], signups: [], leaderboard: [], mails: [] }
    await erasePerson(chosen, admin)
    const notFound = { status: 404 }
    await expect(restoreGuest(guest.id, undefined, admin)).rejects.toMatchObject(notFound)
    await expect(restoreGuest(guest.id, 'VIP', admin)).rejects.toMatchObject(notFound)
    await expect(readGuestHistory(guest.id)).rejects.toMatchObject(notFound)
    expect(await list({})).toMatchObject({ total: 0 })
  })

  it('redacts the name, JMBAG and phone in the activity log', async () => {
    const guest = await create(mara)
    await change(guest.id, { phone: '091 234 567' })
    await deleteGuest(guest.id, admin)
    const activities = JSON.stringify((await readGuestHistory(guest.id)).activities)
    for (const personal of ['Mara', 'Đurić', mara.jmbag, '091 234'])
      expect(activities).not.toContain(personal)
  })

  it('cannot be undone after another guest was added with the same JMBAG', async () => {
    const guest = await create(mara)
    await deleteGuest(guest.id, admin)
    await create(mara)
    await expect(restoreGuest(guest.id, undefined, admin)).rejects.toMatchObject({
      status: 409,
      code: 'jmbag_taken',
    })
    await expect(restoreGuest(999_999, undefined, admin)).rejects.toMatchObject({ status: 404 })
  })

  it('needs another list for its undo if the old list was deleted', async () => {
    const [press] = await sql`insert into guest_lists (name) values ('Press') returning id`
    const guest = await create({ name: 'Iva', surname: 'Ivić', tag: 'Press' })
    await deleteGuest(guest.id, admin)
    await deleteTag(press?.id, admin)
    await expect(restoreGuest(guest.id, undefined, admin)).rejects.toMatchObject({
      status: 409,
      code: 'list_gone',
    })
    await expect(restoreGuest(guest.id, 'Press', admin)).rejects.toMatchObject({ status: 400 })
    expect(await restoreGuest(guest.id, 'VIP', admin)).toMatchObject({ tag: 'VIP', bought: '1' })
  })

  it('succeeds once for ten concurrent requests, and leaves no half-made sale', async () => {
    const guest = await makeGuest()
    const [sale, ...deletions] = await Promise.allSettled([
      change(guest.id, { bought: 1 }),
      ...Array.from({ length: 10 }, () => deleteGuest(guest.id, admin)),
    ])
    expect(deletions.filter((d) => d.status === 'fulfilled')).toHaveLength(1)
    const [row] = await sql`select conf_code from guests where id = ${guest.id}`
    expect(row?.conf_code !== null).toBe(sale.status === 'fulfilled')
    expect(await mailsTo(guest.id)).toHaveLength(sale.status === 'fulfilled' ? 1 : 0)
  })
})
