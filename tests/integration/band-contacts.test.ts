import { expect, it } from 'vitest'
import { getSql } from '@/db/client'
import { findActivities } from '@/lib/activities/record'
import { bandContactChange, newBandContactBody } from '@/lib/band-contacts/schema'
import {
  createBandContact,
  deleteBandContact,
  getBandContact,
  listBandContacts,
  updateBandContact,
} from '@/lib/band-contacts/service'
import { staff } from '../support/factories'

it('a contact is added whole, changed and deleted, and then nothing tells who it was', async () => {
  await getSql()`insert into users (email, privilege) values ('a@primjer.hr', 1)`
  const admin = await staff(1)
  for (const body of [{}, { bandName: 'A', bookerName: 'B' }, { bandName: ' ' }])
    expect(newBandContactBody.safeParse(body).success).toBe(false)
  for (const body of [{}, { bookerPhone: '' }, { nesto: 1 }])
    expect(bandContactChange.safeParse(body).success).toBe(false)

  const body = { bandName: 'Bura', bookerName: 'Ana Anić', bookerPhone: '+385 91 111 2222' }
  const contact = await createBandContact(newBandContactBody.parse(body), admin)
  const changed = await updateBandContact(contact.id, { bookerName: 'Iva Ivić' }, admin)
  expect(changed).toEqual({ ...contact, bookerName: 'Iva Ivić' })
  expect((await listBandContacts({ search: 'ivic' })).rows).toEqual([changed])

  await deleteBandContact(contact.id, admin)
  const gone = { status: 404 }
  await expect(getBandContact(contact.id)).rejects.toMatchObject(gone)
  await expect(deleteBandContact(contact.id, admin)).rejects.toMatchObject(gone)
  await expect(updateBandContact(contact.id, { bandName: 'X' }, admin)).rejects.toMatchObject(gone)
  const { rows } = await findActivities({ entity: 'band-contacts', entityId: `${contact.id}` })
  expect(rows.map(({ action }) => action)).toEqual(['deleted', 'changed', 'created'])
  expect(JSON.stringify(rows)).not.toMatch(/Anić|Ivić|111/)
  expect(rows[0]?.changes?.bandName).toEqual(['Bura', null])
})
