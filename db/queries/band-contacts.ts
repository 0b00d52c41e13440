import { BAND_CONTACTS } from '../catalogue/content'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { bandContacts } from '../schema/content'
import { fieldsOf, type ListParams, type ListShape, pageOfTable } from './list-query'
import { rowQueries } from './rows'
import { shownTo } from './shown-columns'

const columns = shownTo('admin', bandContacts, BAND_CONTACTS)

const text = {
  bandName: normalized(bandContacts.bandName),
  bookerName: normalized(bandContacts.bookerName),
  bookerPhone: normalized(bandContacts.bookerPhone),
  bookerEmail: normalized(bandContacts.bookerEmail),
  notes: normalized(bandContacts.notes),
}

const shape: ListShape = { text, exact: {}, order: { id: bandContacts.id, ...text } }

export const BAND_CONTACT_FIELDS = fieldsOf(shape, Object.keys(text))

const last = [text.bandName, bandContacts.id]

/** Contacts by the band's name unless ordered otherwise, and how many match. */
export const listBandContacts = (db: Db, params: ListParams) =>
  pageOfTable(db, { table: bandContacts, columns, shape, last }, params)

export const bandContactRows = {
  ...rowQueries(bandContacts, columns),
  async create(db: Db, contact: Omit<typeof bandContacts.$inferSelect, 'id'>) {
    const [row] = await db.insert(bandContacts).values(contact).returning(columns)
    return row ?? null
  },
}
