import { getDb } from '@/db/pool'
import * as queries from '@/db/queries/band-contacts'
import { crudService } from '@/lib/crud/service'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { BAND_CONTACT_MESSAGES } from './schema'

/** Whom to call about which band, and how many match. */
export const listBandContacts = (query: ListQuery) =>
  queries.listBandContacts(getDb(), listParams(query, queries.BAND_CONTACT_FIELDS))

export const {
  get: getBandContact,
  create: createBandContact,
  update: updateBandContact,
  delete: deleteBandContact,
} = crudService('band-contacts', queries.bandContactRows, BAND_CONTACT_MESSAGES)
