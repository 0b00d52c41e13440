import type { Db } from '../client'
import { type Driver, driverOf } from '../driver'
import type { Changes } from './activities'
import type { GuestRow } from './guests'
import type { GuestList } from './guests-lists'
import { MAIL_CHANNEL } from './mails-queue'

/** What a change sets; `undefined` leaves a column as it is, and times are the database's. */
export interface GuestPatch {
  name?: string
  surname?: string
  /** A new code sells the ticket, null takes it back. */
  confCode?: string | null
  entered?: boolean
  jmbag?: string | null
  email?: string | null
  phone?: string | null
  list?: GuestList
}

export interface GuestChangeRecord {
  userId: number
  action: string
  changes: Changes
  /** The confirmation to queue with the change. */
  mail?: { template: string; toMail: string; name: string }
}

/**
 * Writes a change, its record and its mail (with the word to who sends it) in one statement,
 * but only onto the guest as it was read: null when somebody else has changed it since.
 * The desk and the gate change names, ticket and presence; the statement is longer only for
 * the rest. Throws the violation of `guests_live_jmbag_key` when the JMBAG is taken.
 */
export async function patchGuest(
  db: Db,
  before: GuestRow,
  patch: GuestPatch,
  record: GuestChangeRecord,
): Promise<GuestRow | null> {
  const sql = driverOf(db)
  const { list, entered = before.enteredAt !== null } = patch
  const after = { ...before, ...defined(patch) }
  const sells = Boolean(patch.confCode)
  const isMore = [patch.jmbag, patch.email, patch.phone, list].some((v) => v !== undefined)
  const [row] = await sql<Pick<GuestRow, 'boughtAt' | 'enteredAt'>[]>`
    with changed as (
      update guests set name = ${after.name}, surname = ${after.surname}, conf_code = ${after.confCode},
        bought_at = case when ${sells} then now() when ${after.confCode === null} then null else bought_at end,
        entered_at = case when not ${entered} then null else coalesce(entered_at, now()) end
        ${isMore ? setMore(sql, after, list) : sql``}
      where id = ${before.id} and deleted_at is null
        and name = ${before.name} and surname = ${before.surname}
        and jmbag is not distinct from ${before.jmbag} and email is not distinct from ${before.email}
        and conf_code is not distinct from ${before.confCode}
        and (entered_at is not null) = ${before.enteredAt !== null}
        ${isMore ? isAsSeen(sql, before) : sql``}
      returning id, conf_code, bought_at, entered_at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action, changes)
      select ${record.userId}, 'guests', id::text, ${record.action},
        ${JSON.stringify(record.changes)}::text::jsonb
      from changed
    ) ${record.mail ? queueMail(sql, record.mail) : sql``}
    select c.bought_at as "boughtAt", c.entered_at as "enteredAt" from changed c
    ${record.mail ? sql`left join queued on true` : sql``}`
  if (!row) return null
  return { ...after, ...(list && { listId: list.listId, tag: list.tag }), ...row }
}

function defined({ name, surname, confCode, jmbag, email, phone }: GuestPatch): Partial<GuestRow> {
  const columns = Object.entries({ name, surname, confCode, jmbag, email, phone })
  return Object.fromEntries(columns.filter(([, value]) => value !== undefined))
}

const setMore = (sql: Driver, after: GuestRow, list: GuestList | undefined) => sql`
  , jmbag = ${after.jmbag}, email = ${after.email}, phone = ${after.phone}
  ${list ? sql`, list_id = ${list.listId}` : sql``}`

const isAsSeen = (sql: Driver, before: GuestRow) => sql`
  and phone is not distinct from ${before.phone}
  and list_id = ${before.listId}`

const queueMail = (sql: Driver, mail: NonNullable<GuestChangeRecord['mail']>) => sql`
  , mailed as (
    insert into mails (template, to_mail, name, conf_code, guest_id)
    select ${mail.template}, ${mail.toMail}, ${mail.name}, conf_code, id from changed
    on conflict do nothing returning id
  ), queued as (
    select pg_notify(${MAIL_CHANNEL}, '') from mailed
  )`
