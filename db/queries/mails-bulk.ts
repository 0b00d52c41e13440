import { and, eq, inArray, sql } from 'drizzle-orm'
import { TICKET_TEMPLATES } from '../catalogue/mail-states'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { mailBatches, mails } from '../schema/mails'
import { hasRecipient } from './mails'
import { idArray } from './rows'

/**
 * Key of the advisory lock for bulk sends. A second bulk send waits until the first has queued its
 * mails.
 */
const BULK_LOCK = 7_340_254

export async function lockBulkMail(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${BULK_LOCK})`)
}

/** Active guest with a ticket. */
export type TicketHolder = {
  id: number
  name: string
  surname: string
  jmbag: string | null
  email: string | null
  confCode: string
}

export const HOLDER_COLUMNS = sql`g.id, g.name, g.surname, g.jmbag, g.email, g.conf_code as "confCode"`

/** State of all mails that were queued for one ticket. */
export type HolderMailState = {
  isMailed: boolean
  /** Whether a mail was only recorded, because no mail provider was configured. */
  isRecorded: boolean
  /** Whether a mail is queued or being sent, and does not wait in a stopped batch. */
  isWaiting: boolean
  /** Id of a mail that waits in a stopped batch; null without one. */
  stoppedId: string | null
  /**
   * Id of the ticket's first mail, no resend; null without one. If that mail failed or was only
   * recorded, it is queued again instead of a new mail.
   */
  unsentId: string | null
  /** The newest mail of the ticket. */
  last: {
    template: string
    details: Record<string, unknown> | null
    sponsorId: number | null
  } | null
}

export type HolderWithMailState = TicketHolder & HolderMailState

/** SQL: whether a mail waits in a stopped batch. */
const isWaitingInStopped = sql`(state = 'queued' and exists (
  select from mail_batches b where b.id = batch_id and b.stopped_at is not null))`

/** SQL join that adds the mail state `m` to the guest `g`. */
export const JOIN_MAIL_STATE = sql`cross join lateral (
  select coalesce(bool_or(state not in ('failed', 'recorded')), false) as "isMailed",
    coalesce(bool_or(state = 'recorded'), false) as "isRecorded",
    coalesce(bool_or(state in ('queued', 'sending') and not ${isWaitingInStopped}), false) as "isWaiting",
    (array_agg(id) filter (where ${isWaitingInStopped}))[1] as "stoppedId",
    (array_agg(id) filter (where not resend))[1] as "unsentId",
    (array_agg(jsonb_build_object('template', template, 'details', details, 'sponsorId', sponsor_id)
      order by created_at desc))[1] as last
  from mails
  where conf_code = g.conf_code and ${inArray(mails.template, TICKET_TEMPLATES)}
) m`

/** Lists the states of the ticket mails of these guests, by guest id. */
export function listMailStates(
  db: Db,
  ids: number[],
): Promise<(HolderMailState & { id: number })[]> {
  return db.execute<HolderMailState & { id: number }>(sql`
    select g.id, m.* from guests g ${JOIN_MAIL_STATE} where g.id = any(${idArray(ids)})`)
}

/** Lists ticket holders by position, from 1, ordered by id. `start` and `end` are included. */
export function listTicketHolders(
  db: Db,
  { start, end }: { start: number; end: number },
): Promise<HolderWithMailState[]> {
  return db.execute<HolderWithMailState>(sql`
    select ${HOLDER_COLUMNS}, m.* from (
      select * from guests where conf_code is not null and deleted_at is null
      order by id offset ${start - 1} limit ${end - start + 1}
    ) g ${JOIN_MAIL_STATE} order by g.id`)
}

const holdersOf = prepareStatement<TicketHolder>(sql`
  select ${HOLDER_COLUMNS} from guests g
  join jsonb_array_elements_text(${sql.placeholder('codes')}::text::jsonb) as a(code)
    on a.code::uuid = g.conf_code
  where g.deleted_at is null`)

/**
 * Lists the active guests who have these confirmation codes. Codes that no guest has are left out.
 */
export const listHoldersOfCodes = (db: Db, codes: string[]): Promise<TicketHolder[]> =>
  holdersOf(db, { codes: JSON.stringify(codes) })

export interface BulkMail {
  template: string
  toMail: string
  name: string
  subject?: string
  message?: string
  link?: string | null
  confCode?: string | null
  guestId?: number | null
  sponsorId?: number | null
  /** Further data for the template. */
  details?: Record<string, unknown> | null
  /** Whether the mail is a deliberate resend by an admin. */
  resend?: boolean
  /** Whether the mail is sent after all other single mails. */
  lowPriority?: boolean
}

/**
 * Queues mails, optionally as part of a batch. Returns the ids of the queued mails; existing ticket
 * confirmations are skipped.
 */
export async function insertMails(
  tx: Db,
  newMails: BulkMail[],
  batchId: string | null = null,
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    insert into mails (template, to_mail, name, subject, message, link, conf_code, guest_id,
      sponsor_id, details, resend, low_priority, batch_id)
    select r.template, r."toMail", r.name, coalesce(r.subject, ''), coalesce(r.message, ''), r.link,
      r."confCode", r."guestId", r."sponsorId", r.details, coalesce(r.resend, false),
      coalesce(r."lowPriority", false), ${batchId}::uuid
    from rows from (jsonb_to_recordset(${JSON.stringify(newMails)}::text::jsonb) as (template text,
      "toMail" text, name text, subject text, message text, link text, "confCode" uuid,
      "guestId" int, "sponsorId" int, details jsonb, resend boolean, "lowPriority" boolean)) with ordinality as
      r(template, "toMail", name, subject, message, link, "confCode", "guestId", "sponsorId",
      details, resend, "lowPriority", n)
    order by r.n
    on conflict do nothing
    returning id`)
  return rows.map((row) => row.id)
}

/** Failed mail that may be sent again. `guest` is the current holder of its ticket, or null. */
export type FailedMail = {
  id: string
  confCode: string | null
  guest: Pick<TicketHolder, 'name' | 'surname' | 'jmbag' | 'email'> | null
}

/**
 * SQL: whether the mail `m`, which has no code, was sent again later: the same template to the same
 * address, for the same sponsor or, without a sponsor, with the same text.
 */
const wasRepeated = sql`exists (
  select from mails other
  where m.conf_code is null and other.conf_code is null and other.template = m.template
    and lower(other.to_mail) = lower(m.to_mail) and other.created_at > m.created_at
    and (other.sponsor_id = m.sponsor_id or (other.sponsor_id is null and m.sponsor_id is null
      and other.name = m.name and other.subject = m.subject and other.message = m.message)))`

/**
 * SQL: whether the mail `m` is an invitation or a reminder to an address that its sponsor no longer
 * has. It contains the slug of the sponsor's list.
 */
const isToFormerAddress = sql`(
  m.template in ('sponsor-invitation', 'sponsor-reminder') and not exists (
    select from sponsors s where s.id = m.sponsor_id
      and lower(m.to_mail) = any(regexp_split_to_array(lower(s.email), '[,;[:space:]]+'))))`

/**
 * Lists the failed mails that may be sent again. Of several mails with one code and template, lists
 * only the newest, and none if another one was sent or is queued. Of mails without a code, leaves
 * out those that were sent again later, and those to former addresses of a sponsor. Leaves out the
 * mails of erased people. With `isLocked`, locks the mails.
 */
export function listFailedMails(
  db: Db,
  { isLocked }: { isLocked: boolean },
): Promise<FailedMail[]> {
  return db.execute<FailedMail>(sql`
    select m.id, m.conf_code as "confCode", case when g.id is not null then json_build_object(
      'name', g.name, 'surname', g.surname, 'jmbag', g.jmbag, 'email', g.email) end as guest
    from mails m
    left join guests g on g.conf_code = m.conf_code and g.deleted_at is null
    where m.state = 'failed' and ${hasRecipient('m')} and not exists (
      select from mails other
      where other.conf_code = m.conf_code and other.template = m.template and other.id <> m.id
        and (other.state <> 'failed' or (other.created_at, other.id) > (m.created_at, m.id)))
      and not ${wasRepeated} and not ${isToFormerAddress}
    order by m.created_at, m.id ${isLocked ? sql`for update of m skip locked` : sql``}`)
}

/** Mail that is queued again. An address, name or priority that is not given stays as it is. */
export interface RequeuedMail {
  id: string
  toMail: string | null
  name: string | null
  lowPriority?: boolean
}

/**
 * Queues existing mails again, to the given address, except mails whose person was erased, or which
 * were sent, meanwhile. The mail provider recognizes a repeated mail by a key. The key changes if the address
 * changed, or if the provider had already accepted the mail. A mail that is still queued leaves its
 * batch, whose total shrinks; its key also changes if the provider has been asked to send it.
 */
export async function requeueMails(
  tx: Db,
  requeued: RequeuedMail[],
  batchId: string | null,
): Promise<void> {
  if (requeued.length === 0) return
  const json = JSON.stringify(requeued)
  await tx.execute(sql`
    with shrunk as (
      update mail_batches b set total = b.total - left_by.n
      from (
        select m.batch_id, count(*)::int as n
        from mails m join jsonb_to_recordset(${json}::text::jsonb) as r(id uuid) on r.id = m.id
        where m.state = 'queued' group by m.batch_id
      ) left_by where b.id = left_by.batch_id
    )
    update mails m set state = 'queued', attempts = 0, last_error = null, call_key = null,
      resend_count = m.resend_count + case when m.provider_id is not null or r."toMail" <> m.to_mail
        or (m.state = 'queued' and m.claimed_at is not null) then 1 else 0 end,
      provider_id = null, due_at = now(), finished_at = null, batch_id = ${batchId}::uuid,
      to_mail = coalesce(r."toMail", m.to_mail), name = coalesce(r.name, m.name),
      low_priority = coalesce(r."lowPriority", m.low_priority)
    from jsonb_to_recordset(${json}::text::jsonb)
      as r(id uuid, "toMail" text, name text, "lowPriority" boolean)
    where m.id = r.id and m.state in ('queued', 'failed', 'recorded') and ${hasRecipient('m')}`)
}

export interface NewBatch {
  kind: string
  createdBy: number | null
}

/** Creates a mail batch with a total of 0. `setBatchTotal` sets the number of its mails. */
export async function insertBatch(tx: Db, batch: NewBatch): Promise<string> {
  const rows = await tx
    .insert(mailBatches)
    .values({ ...batch, total: 0 })
    .returning({ id: mailBatches.id })
  const [row] = rows
  if (!row) throw new Error('the batch was not stored')
  return row.id
}

/** Sets the number of mails of a batch. If the number is 0, deletes the batch and returns null. */
export async function setBatchTotal(tx: Db, id: string, total: number): Promise<string | null> {
  const isBatch = eq(mailBatches.id, id)
  if (total === 0) await tx.delete(mailBatches).where(isBatch)
  else await tx.update(mailBatches).set({ total }).where(isBatch)
  return total === 0 ? null : id
}

/**
 * Adds `by` mails to the total of a batch; a negative number subtracts. Deletes the batch if the
 * total is 0.
 */
export async function growBatch(tx: Db, id: string, by: number): Promise<void> {
  const isBatch = eq(mailBatches.id, id)
  await tx
    .update(mailBatches)
    .set({ total: sql`${mailBatches.total} + ${by}` })
    .where(isBatch)
  await tx.delete(mailBatches).where(and(isBatch, eq(mailBatches.total, 0)))
}

/**
 * Stops or continues a batch. While it is stopped, its queued mails wait; claimed mails are still
 * sent. Returns false if there is no such batch.
 */
export async function stopBatch(tx: Db, id: string, isStopped: boolean): Promise<boolean> {
  const rows = await tx
    .update(mailBatches)
    .set({ stoppedAt: isStopped ? sql`coalesce(${mailBatches.stoppedAt}, now())` : null })
    .where(eq(mailBatches.id, id))
    .returning({ id: mailBatches.id })
  return rows.length > 0
}

/** Progress of a mail batch, and its speed in mails per second over the last 30 seconds. */
export type BatchProgress = {
  id: string
  kind: string
  total: number
  waiting: number
  failed: number
  createdAt: string
  createdBy: string | null
  stoppedAt: string | null
  /** Time of the last result of a delivery attempt; null while mails are queued or being sent. */
  endedAt: string | null
  perSecond: number
}

const SPEED_WINDOW_S = 30

/** Lists mail batches, newest first. Batches with queued mails come before the others. */
export function listBatches(
  db: Db,
  { limit, offset, id = null }: { limit: number; offset: number; id?: string | null },
): Promise<BatchProgress[]> {
  return db.execute<BatchProgress>(sql`
    select b.id, b.kind, b.total, m.waiting, m.failed, b.created_at as "createdAt",
      b.stopped_at as "stoppedAt", case when m.waiting = 0 then m.last end as "endedAt",
      coalesce(nullif(u.name, ''), u.email) as "createdBy",
      coalesce(m.recent / greatest(extract(epoch from now() - m.since), 1), 0)::float as "perSecond"
    from (
      select *, exists (select from mails
        where batch_id = mail_batches.id and state in ('queued', 'sending')) as is_running
      from mail_batches where ${id}::uuid is null or id = ${id}::uuid
      order by is_running desc, created_at desc, id limit ${limit} offset ${offset}
    ) b
    left join users u on u.id = b.created_by
    cross join lateral (
      select count(*) filter (where state in ('queued', 'sending'))::int as waiting,
        count(*) filter (where state in ('failed', 'bounced'))::int as failed,
        count(*) filter (where finished_at > now() - make_interval(secs => ${SPEED_WINDOW_S})) as recent,
        min(finished_at) filter (where finished_at > now() - make_interval(secs => ${SPEED_WINDOW_S})) as since,
        max(finished_at) as last
      from mails where batch_id = b.id
    ) m
    order by b.is_running desc, b.created_at desc, b.id`)
}
