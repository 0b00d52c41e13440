import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { bandContacts } from '../schema'
import { fieldsOf, type ListParams, type ListShape, orderBy, pageOf, searchCondition } from './list'

export interface BandContactRow {
  id: number
  bandName: string
  bookerName: string
  bookerPhone: string
}

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
export function listBandContacts(
  db: Db,
  params: ListParams,
): Promise<{ rows: BandContactRow[]; total: number }> {
  const where = searchCondition(shape, params)
  const query = db
    .select(columns)
    .from(bandContacts)
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), bandName, asc(bandContacts.id))
    .offset(params.offset)
    .$dynamic()
  return pageOf(query, params.limit, db.$count(bandContacts, where))
}

export async function getBandContact(db: Db, id: number): Promise<BandContactRow | null> {
  const [row] = await db.select(columns).from(bandContacts).where(eq(bandContacts.id, id))
  return row ?? null
}

/** The contact, which nobody else changes until the end of the transaction. */
export async function lockBandContact(tx: Db, id: number): Promise<BandContactRow | null> {
  const [row] = await tx
    .select(columns)
    .from(bandContacts)
    .where(eq(bandContacts.id, id))
    .for('update')
  return row ?? null
}

export async function createBandContact(
  db: Db,
  contact: Omit<BandContactRow, 'id'>,
): Promise<BandContactRow> {
  const [row] = await db.insert(bandContacts).values(contact).returning(columns)
  return row as BandContactRow
}

/** Sets at least one field of a contact that the transaction holds. */
export async function updateBandContact(
  tx: Db,
  id: number,
  patch: Partial<Omit<BandContactRow, 'id'>>,
): Promise<BandContactRow> {
  const [row] = await tx
    .update(bandContacts)
    .set(patch)
    .where(eq(bandContacts.id, id))
    .returning(columns)
  return row as BandContactRow
}

/** The contact as it was, or null when there is none. */
export async function deleteBandContact(db: Db, id: number): Promise<BandContactRow | null> {
  const [row] = await db.delete(bandContacts).where(eq(bandContacts.id, id)).returning(columns)
  return row ?? null
}
