import { expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { findActivities } from '@/lib/activities/record'
import { bandContactChange, newBandContactBody } from '@/lib/band-contacts/schema'
import { bandContacts } from '@/lib/band-contacts/service'
import { staff } from '../support/factories'

// Rule 13.13: a contact of a band needs the name of the band, the booker and the phone.
it('a band contact is created, changed and deleted, and the activity log does not name the booker', async () => {
  await getSql()`insert into users (email, privilege) values ('a@primjer.hr', 1)`
  const admin = await staff(1)
  for (const body of [{}, { bandName: 'A', bookerName: 'B' }, { bandName: ' ' }])
    expect(newBandContactBody.safeParse(body).success).toBe(false)
  for (const body of [{}, { bookerPhone: '' }, { nesto: 1 }])
    expect(bandContactChange.safeParse(body).success).toBe(false)

  const body = { bandName: 'Bura', bookerName: 'Ana Anić', bookerPhone: '+385 91 111 2222' }
  const contact = await bandContacts.create(newBandContactBody.parse(body), admin)
  const changed = await bandContacts.update(contact.id, { bookerName: 'Iva Ivić' }, admin)
  expect(changed).toEqual({ ...contact, bookerName: 'Iva Ivić' })
  expect((await bandContacts.list({ search: 'ivic' })).rows).toEqual([changed])

  await bandContacts.delete(contact.id, admin)
  const notFound = { status: 404 }
  await expect(bandContacts.get(contact.id)).rejects.toMatchObject(notFound)
  await expect(bandContacts.delete(contact.id, admin)).rejects.toMatchObject(notFound)
  await expect(bandContacts.update(contact.id, { bandName: 'X' }, admin)).rejects.toMatchObject(
    notFound,
  )
  const { rows } = await findActivities({ entity: 'band-contacts', entityId: `${contact.id}` })
  expect(rows.map(({ action }) => action)).toEqual(['deleted', 'changed', 'created'])
  expect(JSON.stringify(rows)).not.toMatch(/Anić|Ivić|111 2222/)
  expect(rows[0]?.changes?.bandName).toEqual(['Bura', null])
})

it('the e-mail and notes of a band contact are optional, validated, searchable and redacted', async () => {
  const admin = await staff(1)
  const required = { bandName: 'Bura', bookerName: 'Ana Anić', bookerPhone: '+385 91 111 2222' }
  const minimal = await bandContacts.create(newBandContactBody.parse(required), admin)
  expect(minimal).toMatchObject({ ...required, bookerEmail: '', notes: '' })
  const complete = {
    ...required,
    bookerEmail: ' Ana@Primjer.HR ',
    notes: ' Zvati iza 10.\nDolazi vlakom. ',
  }
  const contact = await bandContacts.create(newBandContactBody.parse(complete), admin)
  expect(contact).toMatchObject({
    bookerEmail: 'ana@primjer.hr',
    notes: 'Zvati iza 10.\nDolazi vlakom.',
  })
  for (const [field, value, message] of [
    ['bookerEmail', 'ana@', 'Neispravna e-mail adresa'],
    ['notes', 'x'.repeat(2001), 'Najviše 2000 znakova'],
  ] as const)
    expect(bandContactChange.safeParse({ [field]: value }).error?.issues).toMatchObject([
      { path: [field], message },
    ])
  for (const search of ['ana@primjer', 'vlakom'])
    expect((await bandContacts.list({ search })).rows, search).toEqual([contact])
  expect((await bandContacts.list({ ordering: '-bookerEmail' })).rows).toEqual([contact, minimal])
  const emptied = bandContactChange.parse({ bookerEmail: '', notes: '' })
  expect(await bandContacts.update(contact.id, emptied, admin)).toMatchObject({
    bookerEmail: '',
    notes: '',
  })
  await bandContacts.delete(contact.id, admin)
  const { rows } = await findActivities({ entity: 'band-contacts', entityId: `${contact.id}` })
  expect(JSON.stringify(rows)).not.toMatch(/primjer|vlakom/i)
})
