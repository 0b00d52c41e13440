import { isNull, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { editions } from '../schema/editions'
import { requireRow } from './rows'

export type EditionRow = typeof editions.$inferSelect

const isCurrent = isNull(editions.endedAt)

/** Returns the current edition. There is always exactly one. */
export async function getEdition(db: Db): Promise<EditionRow> {
  const [row] = await db.select().from(editions).where(isCurrent)
  return requireRow(row)
}

/** Returns the current edition and locks it until the end of the transaction. */
export async function lockEdition(tx: Db): Promise<EditionRow> {
  const lock = () => tx.select().from(editions).where(isCurrent).for('update')
  // While this query waits for the lock, an admin may end the edition. The query then returns no
  // row, and the second one finds the next edition.
  const [row] = await lock()
  return row ?? requireRow((await lock())[0])
}

const selectDeskAdds = prepareStatement<{ deskAdds: boolean }>(
  sql`select desk_adds as "deskAdds" from editions where ended_at is null`,
)

/** Whether an admin allows the desk to put a student who signed up on the freshers' list. */
export const mayDeskAdd = async (db: Db): Promise<boolean> =>
  (await selectDeskAdds(db))[0]?.deskAdds === true

/** Updates the current edition and returns it. `change` needs at least one column. */
export async function updateEdition(tx: Db, change: Partial<EditionRow>): Promise<EditionRow> {
  const [row] = await tx.update(editions).set(change).where(isCurrent).returning()
  return requireRow(row)
}

/**
 * Renames the tag that has the name of the festival, and returns its id. Returns null, without a
 * change, if an admin has given the tag another name or another tag already has the new name.
 */
export async function renameProductList(tx: Db, from: string, to: string): Promise<number | null> {
  const [row] = await tx.execute<{ id: number }>(sql`
    update guest_lists set name = ${to}
    where role = 'product' and name = ${from} and not exists (
      select from guest_lists other
      where other.kind = 'tag' and other.deleted_at is null and other.id <> guest_lists.id
        and public.fold_text(other.name) = public.fold_text(${to}))
    returning id`)
  return row?.id ?? null
}

/** Fields of an edition that the calendar entry of its night contains. */
const NIGHT_FIELDS = ['name', 'year', 'opensAt', 'closesAt', 'place', 'address']

const selectNightChanges = prepareStatement<{ times: number; last: string | null }>(sql`
  select count(*)::int as times, max(at) as last from activities
  where entity = 'festival' and action = 'changed'
    and changes ?| ${sql.raw(`array['${NIGHT_FIELDS.join("','")}']`)}`)

/**
 * Returns how often an admin has changed name, times or place of the night, and the time of the
 * last such change as ISO text; null without a change.
 */
export async function getNightChanges(db: Db): Promise<{ times: number; last: string } | null> {
  const { times, last } = requireRow((await selectNightChanges(db))[0])
  return last === null ? null : { times, last }
}

/**
 * Parts of the festival's setup that are done: sets, prices, a consent document, and the number of
 * admins.
 */
interface SetupStatus {
  hasSets: boolean
  hasPrices: boolean
  hasConsent: boolean
  admins: number
}

const selectSetupStatus = prepareStatement<SetupStatus>(sql`
  select exists (select from sets) as "hasSets",
    exists (select from price_items) as "hasPrices",
    exists (select from artworks where slot = 'consent') as "hasConsent",
    (select count(*)::int from users where privilege = 1) as admins`)

export const readSetupStatus = async (db: Db): Promise<SetupStatus> =>
  requireRow((await selectSetupStatus(db))[0])
