import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { bandContacts } from '@/lib/band-contacts/service'
import { listReads } from '@/lib/guests/access-log'
import { findAnything } from '@/lib/search/service'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { makeSponsor } from '../support/programme'

const sql = getSql()
const [admin, entry, desk, both] = await Promise.all([staff(1), staff(2), staff(3), staff(4)])
const titles = async (q: string, user: typeof admin) =>
  (await findAnything(q, user)).found.map(({ kind, title }) => `${kind}: ${title}`)

beforeEach(async () => {
  await empty(sql, 'guests', 'sponsors', 'band_contacts', 'guest_reads')
  await makeGuest({
    name: 'Đurđica',
    surname: 'Burić',
    jmbag: '0036500001',
    email: 'dj@primjer.hr',
  })
  await makeGuest({ name: 'Bura', surname: 'Važna', jmbag: null, tag: 'VIP' })
  await makeSponsor({ name: 'Bura d.o.o.' })
  await bandContacts.create(
    {
      bandName: 'Bura',
      bookerName: 'Iva Ivić',
      bookerPhone: '091 111',
      bookerEmail: '',
      notes: '',
    },
    admin,
  )
  await sql`update users set name = 'Burina Kolegica' where id = ${entry.id}`
})

describe('the search over all kinds of records', () => {
  // Rule 13.22: one search finds everything that a user may see.
  it('shows an admin records of every kind, ignoring case and diacritics', async () => {
    expect((await titles('BÚR', admin)).sort()).toEqual([
      'band-contacts: Bura',
      'guests: Bura Važna',
      'guests: Đurđica Burić',
      'sponsors: Bura d.o.o.',
      'users: Burina Kolegica',
    ])
    expect(await titles('durdica bur', admin)).toEqual(['guests: Đurđica Burić'])
    expect(await titles('00365', admin)).toEqual(['guests: Đurđica Burić'])
    expect(await titles('dj@primjer', admin)).toEqual(['guests: Đurđica Burić'])
    expect(await titles('ivic', admin)).toEqual(['band-contacts: Bura'])
  })

  it('needs a minimum of letters, and treats pattern characters as plain text', async () => {
    for (const q of ['', 'b', '%', '%%%', '___', '\\']) expect(await titles(q, admin)).toEqual([])
    expect(await titles('bu', admin)).not.toContain('guests: Bura Važna')
  })

  it('shows the gate only guests, like the search of the gate, and counts the views', async () => {
    for (const user of [entry, both]) {
      expect((await titles('bur', user)).sort()).toEqual([
        'guests: Bura Važna',
        'guests: Đurđica Burić',
      ])
      expect(await titles('bu', user)).toEqual([])
    }
    const { found } = await findAnything('đurđica', entry)
    expect(JSON.stringify(found)).not.toMatch(/0036|primjer/)
    const reads = new Map((await listReads()).map(({ userId, guests }) => [userId, guests]))
    expect([reads.get(entry.id), reads.get(both.id)]).toEqual([3, 2])
  })

  it('shows the desk only freshers, by digits of a JMBAG', async () => {
    expect(await titles('bura', desk)).toEqual([])
    expect(await titles('00365', desk)).toEqual(['guests: Đurđica Burić'])
    const [{ guests } = { guests: 0 }] = await listReads()
    expect(guests).toBe(1)
  })

  it('never shows the slug of a sponsor list to users below admin', async () => {
    const [row] = await sql`select slug from sponsors`
    await sql`insert into guests (name, surname, list_id)
      select 'Gostić', 'Burin', id from guest_lists where kind = 'sponsor'`
    for (const user of [entry, both, desk])
      expect(JSON.stringify(await findAnything('burin', user))).not.toContain(row?.slug)
  })
})
