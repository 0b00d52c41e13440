import { getDb } from '@/db/client'
import { BAND_CONTACT_FIELDS, getBandContact, listBandContacts } from '@/db/queries/band-contacts'
import { notFound } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { BAND_CONTACT_MESSAGES } from './messages'
import type { BandContact } from './schema'

/** Contacts by band unless ordered otherwise, and how many match. */
export const findBandContacts = (
  query: ListQuery,
): Promise<{ rows: BandContact[]; total: number }> =>
  listBandContacts(getDb(), listParams(query, BAND_CONTACT_FIELDS))

/** Throws not_found. */
export async function readBandContact(id: number): Promise<BandContact> {
  const row = await getBandContact(getDb(), id)
  if (!row) throw notFound(BAND_CONTACT_MESSAGES.notThere)
  return row
}
