import { and, desc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { BULK_ITEMS } from '../catalogue/bulk'
import { CASH_MOVES } from '../catalogue/cash'
import { GUEST_TABLE } from '../catalogue/guests'
import { MAILS } from '../catalogue/mails'
import type { Db } from '../pool'
import { prepareStatement, type Statement } from '../prepared'
import { activities } from '../schema/activities'
import { bulkItems } from '../schema/bulk'
import { cashMoves } from '../schema/cash'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { guestImportChanges } from '../schema/imports'
import { mails } from '../schema/mails'
import { users } from '../schema/users'
import type { Changes } from './activities'
import { isShiftOpen, lockedShift, MOVEMENT_INSERTS, type TicketMove, valuesOf } from './cash'
import { insertErasures } from './erasures'
import {
  type GuestRow,
  type GuestTexts,
  guestProjection,
  guestTexts,
  hasPersonalData,
  isUndoable,
  undoEnd,
} from './guests'
import type { GuestList } from './guests-lists'
import { containsPersonalData, emptyPersonalColumns } from './personal-columns'

/** Values of a new guest. The database sets the times. */
export interface NewGuest extends GuestTexts {
  listId: number
  /** Confirmation code. A guest with a code has a ticket; null for a guest without a ticket. */
  confCode: string | null
}

/**
 * Inserts a guest, who is outside, and returns its id. Returns null if another active guest has the
 * JMBAG, even if a concurrent transaction is just inserting that guest.
 */
export async function insertGuest(db: Db, guest: NewGuest): Promise<number | null> {
  const [row] = await db
    .insert(guests)
    .values({ ...guest, boughtAt: guest.confCode === null ? null : sql`now()` })
    .onConflictDoNothing({ target: guests.jmbag, where: sql`deleted_at is null` })
    .returning({ id: guests.id })
  return row?.id ?? null
}

/**
 * New values of the fields that change. Other fields stay unchanged; the database sets the times.
 */
export interface GuestPatch extends Partial<GuestTexts> {
  /** A new code sells the ticket, null returns it. */
  confCode?: string | null
  list?: GuestList
}

export interface GuestChangeRecord {
  userId: number
  action: string
  changes: Changes
  /** Ticket mail to queue in the same statement as the change. */
  mail?: { template: string; toMail: string; name: string }
}

type Field = keyof GuestPatch

const text = (field: Field) =>
  sql`${sql.identifier(toSnakeCase(field))} = ${sql.placeholder(field)}`

/** SQL assignments of the fields that are no plain texts. */
const WRITES: Record<Exclude<Field, keyof GuestTexts>, SQL> = {
  confCode: sql`conf_code = ${sql.placeholder('confCode')}::uuid,
    bought_at = case when ${sql.placeholder('confCode')}::uuid is not null then now() end`,
  list: sql`list_id = ${sql.placeholder('list')}`,
}

const writeOf = (field: Field) => (field in guestTexts ? text(field) : WRITES[field as 'list'])

/**
 * CTE `mailed`: queues the ticket mail of the row in `changed`. `details` is stored with the mail.
 */
const queueMail = (details: SQL) => sql`, mailed as (
    insert into mails (template, to_mail, name, conf_code, guest_id, details)
    select ${sql.placeholder('template')}, ${sql.placeholder('toMail')}, ${sql.placeholder('mailName')},
      conf_code, id, ${details} from changed
    on conflict do nothing
  )`

/** SQL: the `details` of a ticket mail, which contain the receipt of the payment. */
const receiptInMail = sql`jsonb_build_object('receipt', ${sql.placeholder('receipt')}::text::jsonb
  || jsonb_build_object('id', (select id from paid), 'at', bought_at))`

type WrittenGuest = GuestRow & { moveId?: number }

const patches = new Map<string, Statement<WrittenGuest>>()

function patchOf(
  fields: Field[],
  hasMail: boolean,
  move?: TicketMove['kind'],
): Statement<WrittenGuest> {
  const key = [...fields, hasMail, move].join()
  const patch =
    patches.get(key) ??
    prepareStatement<WrittenGuest>(sql`
      with ${move ? sql`${lockedShift}, ` : sql``}changed as (
        update guests set ${sql.join(fields.map(writeOf), sql`, `)}
        where id = ${sql.placeholder('id')} and deleted_at is null
          and xmin = ${sql.placeholder('version')}::xid ${move ? sql`and ${isShiftOpen}` : sql``}
        returning guests.*, guests.xmin
      ), recorded as (
        insert into activities (user_id, entity, entity_id, action, changes)
        select ${sql.placeholder('userId')}::int, 'guests', id::text, ${sql.placeholder('action')},
          ${sql.placeholder('changes')}::text::jsonb
        from changed
      )${move ? sql`, ${MOVEMENT_INSERTS[move]}` : sql``}${hasMail ? queueMail(move ? receiptInMail : sql`null::jsonb`) : sql``}
      select ${guestProjection}${move ? sql`, (select id from paid) as "moveId"` : sql``}
      from changed as guests
      join ${guestLists} on ${guestLists.id} = ${guests.listId}`)
  patches.set(key, patch)
  return patch
}

/**
 * Writes a change, its activity and its mail in one statement. Returns null, without a change, if
 * the guest has changed since it was read (optimistic lock). Notify the mail senders after the
 * commit. Throws the violation of `guests_live_jmbag_key` if another active guest has the JMBAG.
 */
export function patchGuest(
  db: Db,
  before: GuestRow,
  patch: GuestPatch,
  record: GuestChangeRecord,
): Promise<GuestRow | null> {
  return writePatch(db, before, patch, record)
}

/**
 * Like `patchGuest`, and also writes the cash movement of the ticket and puts the receipt into the
 * mail. Returns null also if the cash shift has been closed.
 */
export async function changeTicketWithPayment(
  db: Db,
  before: GuestRow,
  patch: GuestPatch,
  record: GuestChangeRecord,
  { move, receipt }: { move: TicketMove; receipt: object },
): Promise<{ guest: GuestRow; moveId: number } | null> {
  const row = await writePatch(db, before, patch, record, { move, receipt })
  if (!row) return null
  const { moveId, ...guest } = row
  return { guest, moveId: moveId as number }
}

async function writePatch(
  db: Db,
  before: GuestRow,
  { list, ...patch }: GuestPatch,
  { userId, action, changes, mail }: GuestChangeRecord,
  payment?: { move: TicketMove; receipt: object },
): Promise<WrittenGuest | null> {
  const set = { ...patch, ...(list && { list: list.listId }) }
  const { id, version } = before
  const write = patchOf(Object.keys(set) as Field[], mail !== undefined, payment?.move.kind)
  const [row] = await write(db, {
    ...set,
    ...(mail && { template: mail.template, toMail: mail.toMail, mailName: mail.name }),
    ...(payment && { ...valuesOf(payment.move), receipt: JSON.stringify(payment.receipt) }),
    id,
    version,
    userId,
    action,
    changes: JSON.stringify(changes),
  })
  return row ?? null
}

/**
 * Marks a guest as deleted (rule 4.17). Lists no longer show the guest and gates refuse the ticket,
 * but the row is kept.
 */
export async function markGuestDeleted(db: Db, id: number): Promise<void> {
  await db
    .update(guests)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(guests.id, id), isNull(guests.deletedAt)))
}

const isUndoOver = sql`${guests.deletedAt} < ${undoEnd}`

/**
 * SQL assignments that erase the person from mail `m`. A mail that is not sent yet becomes
 * `failed`.
 */
export const ERASED_MAIL = sql`${emptyPersonalColumns(mails, MAILS)},
  state = case when m.state in ('queued', 'sending') then 'failed' else m.state end`

/**
 * Erases the people of the guest rows that the query `found` selects and locks: from the rows,
 * their mails, cash movements, undo data and wallet phones. Guests that are not deleted yet are
 * marked as deleted. The rows are kept for the counts; a random code replaces the confirmation code
 * that was mailed. Returns the number of guests.
 */
export async function eraseGuests(db: Db, found: SQL): Promise<number> {
  const rows = await db.execute(sql`
    with erased as (
      ${found}
    ), mailed as (
      update mails m set ${ERASED_MAIL}
      from erased where m.guest_id = erased.id or m.conf_code = erased.conf_code
    ), paid as (
      update cash_moves c set ${emptyPersonalColumns(cashMoves, CASH_MOVES)} from erased where c.guest_id = erased.id and ${containsPersonalData(cashMoves, CASH_MOVES, 'c')}
    ), removed_phones as (
      delete from wallet_phones w using wallet_passes p, erased
      where p.id = w.pass_id and p.guest_id = erased.id
    ), emptied_items as (
      update bulk_items i set ${emptyPersonalColumns(bulkItems, BULK_ITEMS)} from erased
      where i.guest_id = erased.id and ${containsPersonalData(bulkItems, BULK_ITEMS, 'i')}
    ), recorded as (${insertErasures('guests', sql`erased`)})
    update guests g set ${emptyPersonalColumns(guests, GUEST_TABLE)},
      deleted_at = coalesce(g.deleted_at, now()),
      conf_code = case when g.conf_code is not null then gen_random_uuid() end
    from erased where g.id = erased.id returning g.id`)
  return rows.length
}

/**
 * Erases at most 1,000 guests whose deletion can no longer be undone (rule 4.18). Returns the
 * number of erased guests.
 */
export const eraseDeletedGuests = (db: Db): Promise<number> =>
  eraseGuests(
    db,
    sql`select id, conf_code from guests where ${isUndoOver} and ${hasPersonalData}
      order by deleted_at limit 1000 for update skip locked`,
  )

/**
 * Returns when a guest was created, whether it is deleted, whether its deletion can no longer be
 * undone (`isErased`), and whether its list still exists. Returns null if there has never been a
 * guest with this id.
 */
export async function getGuestTrace(db: Db, id: number) {
  const [row] = await db
    .select({
      createdAt: guests.createdAt,
      isDeleted: sql<boolean>`${guests.deletedAt} is not null`,
      isErased: sql<boolean>`${guests.deletedAt} is not null and not (${isUndoable})`,
      hasList: sql<boolean>`${guestLists.deletedAt} is null`,
    })
    .from(guests)
    .innerJoin(guestLists, eq(guestLists.id, guests.listId))
    .where(eq(guests.id, id))
  return row ?? null
}

/**
 * Undoes the deletion of a guest, and moves the guest to `list` if one is given. Returns false if
 * the guest is not deleted, can no longer be restored, or was on a list that is deleted. Throws the
 * violation of `guests_live_jmbag_key` if another active guest has the JMBAG.
 */
export async function unmarkGuestDeleted(
  db: Db,
  id: number,
  list: { listId: number } | null,
): Promise<boolean> {
  const hasList = sql`exists (select from guest_lists l where l.id = ${guests.listId} and l.deleted_at is null)`
  const rows = await db
    .update(guests)
    .set({ deletedAt: null, ...(list && { listId: list.listId }) })
    .where(and(eq(guests.id, id), hasPersonalData, not(isUndoOver), list ? undefined : hasList))
    .returning({ id: guests.id })
  return rows.length === 1
}

export interface GuestActivityRow {
  id: number
  at: Date
  action: string
  changes: Changes | null
  /** User who did the action; null if there was no user or the user has been deleted. */
  user: { id: number; name: string } | null
}

/**
 * Lists the activities about a guest, newest first. Includes the activity of an import that added
 * or changed the guest: it has the same time as the change, because both are written in one
 * transaction. Also includes the activities of bulk jobs and undos that changed the guest.
 */
export function listActivitiesOfGuest(
  db: Db,
  id: number,
  importRecord: string,
): Promise<GuestActivityRow[]> {
  const changedAt = db
    .select({ at: guestImportChanges.at })
    .from(guestImportChanges)
    .where(eq(guestImportChanges.guestId, id))
  const bulk = sql`${activities.entityId} in (select 'bulk-' || i.job_id from bulk_items i
    where i.guest_id = ${id} and (i.state = 'undone'
      or (i.state in ('changed', 'kept') and ${activities.action} <> 'bulk_undone')))`
  const createdAt: SQL = sql`(select ${guests.createdAt} from ${guests} where ${guests.id} = ${id})`
  return db
    .select({
      id: activities.id,
      at: activities.at,
      action: activities.action,
      changes: sql<Changes | null>`${activities.changes}`,
      user: { id: users.id, name: users.name },
    })
    .from(activities)
    .leftJoin(users, eq(users.id, activities.userId))
    .where(
      and(
        eq(activities.entity, 'guests'),
        or(
          eq(activities.entityId, String(id)),
          and(
            eq(activities.entityId, importRecord),
            or(eq(activities.at, createdAt), inArray(activities.at, changedAt)),
          ),
          bulk,
        ),
      ),
    )
    .orderBy(desc(activities.id))
}
