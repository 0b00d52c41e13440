import { sql } from 'drizzle-orm'
import type { Db } from '../client'
import { bandContacts } from '../schema'
import { fieldsOf, type ListParams, type ListShape, pageOfTable, rowsOf } from './list'

const columns = {
  id: bandContacts.id,
  bandName: bandContacts.bandName,
  bookerName: bandContacts.bookerName,
  bookerPhone: bandContacts.bookerPhone,
}

const bandName = sql`public.fold_text(${bandContacts.bandName})`
const bookerName = sql`public.fold_text(${bandContacts.bookerName})`

const shape: ListShape = {
  text: { bandName, bookerName, bookerPhone: sql`public.fold_text(${bandContacts.bookerPhone})` },
  exact: {},
  order: { id: sql`${bandContacts.id}`, bandName, bookerName },
}

export const BAND_CONTACT_FIELDS = fieldsOf(shape, Object.keys(shape.text))

/** Contacts by band unless ordered otherwise, and how many match. */
export const listBandContacts = (db: Db, params: ListParams) =>
  pageOfTable(
    db,
    { table: bandContacts, columns, shape, last: [bandName, bandContacts.id] },
    params,
  )

export const {
  get: getBandContact,
  lock: lockBandContact,
  update: updateBandContact,
  delete: deleteBandContact,
} = rowsOf(bandContacts, columns)

export async function createBandContact(
  db: Db,
  contact: typeof bandContacts.$inferInsert,
): Promise<typeof bandContacts.$inferSelect> {
  const [row] = await db.insert(bandContacts).values(contact).returning(columns)
  return row as typeof bandContacts.$inferSelect
}
