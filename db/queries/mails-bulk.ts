import type { Db } from '../client'
import { driverOf } from '../driver'
import { wakeSenders } from './mails-queue'

/** Any number: of two bulk sendings at once the second begins when the first is queued. */
const BULK_LOCK = 7_340_254

export async function lockBulkMail(tx: Db): Promise<void> {
  await driverOf(tx)`select pg_advisory_xact_lock(${BULK_LOCK})`
}

/** A live guest with a ticket. */
export interface TicketHolder {
  id: number
  name: string
  surname: string
  jmbag: string | null
  email: string | null
  confCode: string
}

const COLUMNS = 'g.id, g.name, g.surname, g.jmbag, g.email, g.conf_code as "confCode"'

/** A holder with what the record has of the ticket's mail. */
export interface ToldHolder extends TicketHolder {
  isMailed: boolean
  /** The mail that has only been recorded so far, for want of a service. */
  recordedId: string | null
}

/** Those at positions `start` to `end` (from 1) of all who have a ticket, ordered by id. */
export function listTicketHolders(
  db: Db,
  { start, end }: { start: number; end: number },
): Promise<ToldHolder[]> {
  const sql = driverOf(db)
  return sql<ToldHolder[]>`
    select ${sql.unsafe(COLUMNS)}, m.* from (
      select * from guests where conf_code is not null and deleted_at is null
      order by id offset ${start - 1} limit ${end - start + 1}
    ) g cross join lateral (
      select count(*) > 0 as "isMailed", case when bool_and(state = 'recorded')
        then (array_agg(id) filter (where not resend))[1] end as "recordedId"
      from mails
      where conf_code = g.conf_code and template in ('ticket-confirmation', 'sponsor-pass')
    ) m order by g.id`
}

/** The holders of these codes; a code that admits nobody is left out. */
export function listHoldersOfCodes(db: Db, codes: string[]): Promise<TicketHolder[]> {
  const sql = driverOf(db)
  return sql<TicketHolder[]>`
    select ${sql.unsafe(COLUMNS)} from guests g
    join jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as a(code)
      on a.code::uuid = g.conf_code
    where g.deleted_at is null`
}

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
  /** What the template says besides. */
  details?: Record<string, unknown> | null
  /** Sent once more on purpose. */
  resend?: boolean
}

/**
 * Puts mails into the outbox, as part of a batch if one is named, and answers the ids of
 * those queued; the confirmation of a ticket that is there already is passed over.
 */
export async function insertMails(
  tx: Db,
  given: BulkMail[],
  batchId: string | null = null,
): Promise<string[]> {
  const rows = await driverOf(tx)<{ id: string }[]>`
    insert into mails (template, to_mail, name, subject, message, link, conf_code, guest_id,
      sponsor_id, details, resend, batch_id)
    select r.template, r."toMail", r.name, coalesce(r.subject, ''), coalesce(r.message, ''), r.link,
      r."confCode", r."guestId", r."sponsorId", r.details, coalesce(r.resend, false),
      ${batchId}::uuid
    from rows from (jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as (template text,
      "toMail" text, name text, subject text, message text, link text, "confCode" uuid,
      "guestId" int, "sponsorId" int, details jsonb, resend boolean)) with ordinality as
      r(template, "toMail", name, subject, message, link, "confCode", "guestId", "sponsorId",
      details, resend, n)
    order by r.n
    on conflict do nothing
    returning id`
  if (rows.length > 0) await wakeSenders(tx)
  return rows.map((row) => row.id)
}

/** A failed mail that may be tried again; `guest` is who bears its ticket now. */
export interface FailedMail {
  id: string
  confCode: string | null
  guest: Pick<TicketHolder, 'name' | 'surname' | 'jmbag' | 'email'> | null
}

/**
 * The failed mails, held until the transaction ends; of several with one code the newest,
 * and none whose code has gone out, or is on its way, in another mail.
 */
export function lockFailedMails(tx: Db): Promise<FailedMail[]> {
  return driverOf(tx)<FailedMail[]>`
    select m.id, m.conf_code as "confCode", case when g.id is not null then json_build_object(
      'name', g.name, 'surname', g.surname, 'jmbag', g.jmbag, 'email', g.email) end as guest
    from mails m
    left join guests g on g.conf_code = m.conf_code and g.deleted_at is null
    where m.state = 'failed' and not exists (
      select from mails other
      where other.conf_code = m.conf_code and other.template = m.template and other.id <> m.id
        and (other.state <> 'failed' or (other.created_at, other.id) > (m.created_at, m.id)))
    order by m.created_at, m.id for update of m skip locked`
}

/**
 * Queues mails of the record anew, to the address given now. The service knows the mail by its old
 * key unless it may have it already under that: taken and then lost, or to another address.
 */
export async function requeueMails(
  tx: Db,
  given: { id: string; toMail: string | null; name: string | null }[],
  batchId: string | null,
): Promise<void> {
  if (given.length === 0) return
  await driverOf(tx)`
    update mails m set state = 'queued', attempts = 0, last_error = null, call_key = null,
      round = m.round + case when m.provider_id is not null or r."toMail" <> m.to_mail
        then 1 else 0 end,
      provider_id = null, due_at = now(), settled_at = null, batch_id = ${batchId}::uuid,
      to_mail = coalesce(r."toMail", m.to_mail), name = coalesce(r.name, m.name)
    from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb)
      as r(id uuid, "toMail" text, name text)
    where m.id = r.id`
  await wakeSenders(tx)
}
