import { getDb } from '@/db/client'
import { forgetInActivities } from '@/db/queries/activities'
import * as queries from '@/db/queries/band-contacts'
import type { UserRow } from '@/db/queries/users'
import { record } from '@/lib/activities/record'
import { notFound } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { requireUnchanged } from '@/lib/http/precondition'
import {
  BAND_CONTACT_MESSAGES,
  type BandContact,
  type BandContactChange,
  type NewBandContact,
} from './schema'

/** Contacts by band unless ordered otherwise, and how many match. */
export const listBandContacts = (
  query: ListQuery,
): Promise<{ rows: BandContact[]; total: number }> =>
  queries.listBandContacts(getDb(), listParams(query, queries.BAND_CONTACT_FIELDS))

/** Throws not_found. */
export async function getBandContact(id: number): Promise<BandContact> {
  const row = await queries.getBandContact(getDb(), id)
  if (!row) throw notFound(BAND_CONTACT_MESSAGES.notThere)
  return row
}

export function createBandContact(contact: NewBandContact, user: UserRow): Promise<BandContact> {
  return getDb().transaction(async (tx) => {
    const row = await queries.createBandContact(tx, contact)
    await record(tx, user, 'band-contacts', [null, row])
    return row
  })
}

/** Throws not_found, or conflict when somebody was faster. */
export function updateBandContact(
  id: number,
  { seen, ...change }: BandContactChange,
  user: UserRow,
): Promise<BandContact> {
  return getDb().transaction(async (tx) => {
    const before = await queries.lockBandContact(tx, id)
    if (!before) throw notFound(BAND_CONTACT_MESSAGES.notThere)
    requireUnchanged(seen, before)
    const after = (await queries.updateBandContact(tx, id, change)) as BandContact
    await record(tx, user, 'band-contacts', [before, after])
    return after
  })
}

/** Throws not_found. The record keeps that there was a contact, not who it was. */
export function deleteBandContact(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const gone = await queries.deleteBandContact(tx, id)
    if (!gone) throw notFound(BAND_CONTACT_MESSAGES.notThere)
    await record(tx, user, 'band-contacts', [gone, null])
    await forgetInActivities(tx, 'band-contacts', id)
  })
}
