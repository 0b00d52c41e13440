import { sql } from 'drizzle-orm'
import type { TicketRow } from '@/db/queries/ticket-by-code'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { containsPattern } from './list-query'
import { HOLDER_COLUMNS, type TicketHolder } from './mails-bulk'
import { lockPendingTicketMails } from './mails-queue'

/** Active guest with a ticket, and the data that the ticket mail contains. */
export type LostTicket = TicketHolder & Pick<TicketRow, 'list' | 'listKind'>

/** Search terms of a person who asks for a lost ticket. A term that is not given is null. */
interface LostTicketSearch {
  jmbag: string | null
  email: string | null
  /**
   * Digits of a student address, which are part of the JMBAG. They find guests without a stored
   * e-mail address.
   */
  digits: string | null
}

/**
 * Maximum number of tickets that one search finds. A whole sponsor list may have the sponsor's
 * address.
 */
const MAX_TICKETS = 200

const selectLostTickets = prepareStatement<LostTicket>(sql`
  select ${HOLDER_COLUMNS}, l.name as list, l.kind as "listKind"
  from guests g join guest_lists l on l.id = g.list_id
  where g.deleted_at is null and g.conf_code is not null and (
    g.jmbag = ${sql.placeholder('jmbag')}::text
    or g.search like public.fold_text(${sql.placeholder('email')}::text)
    or g.email is null and g.search like ${sql.placeholder('digits')}::text)
  order by g.id limit ${sql.raw(String(MAX_TICKETS))}`)

/**
 * Lists the tickets that may match the search terms. An e-mail address also matches as part of a
 * longer text, so the caller must check to which address a ticket is mailed.
 */
export const listLostTickets = (
  db: Db,
  { jmbag, email, digits }: LostTicketSearch,
): Promise<LostTicket[]> =>
  selectLostTickets(db, {
    jmbag,
    email: email && containsPattern(email),
    digits: digits && containsPattern(digits),
  })

/**
 * Counts the mails for lost tickets that were queued in the last hour. Passes that sponsors send do
 * not count.
 */
export async function countLostTickets(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`select count(*)::int as n from mails
    where low_priority and sponsor_id is null and created_at > now() - interval '1 hour'`)
  return row?.n ?? 0
}

/** First key of the advisory locks on tickets that are mailed again; an arbitrary number. */
const LOST_TICKETS = 7_340_277

/** Ticket that may be mailed again now. */
interface ResendableTicket {
  code: string
  /** Mails with the ticket that are queued, but wait in a stopped batch or have another address. */
  waitingIds: string[]
}

/**
 * Locks tickets until the end of the transaction, and returns those that may be mailed again now, to
 * `toMail`. Left out are tickets that another transaction has locked, that were queued for mailing
 * in the last 5 minutes or are still queued, or that were mailed again 6 times in the last 24 hours.
 * A mail that waits in a stopped batch, or has another address, does not count as queued.
 */
export async function lockResendableTickets(
  tx: Db,
  tickets: { code: string; toMail: string }[],
): Promise<ResendableTicket[]> {
  const locked = await tx.execute<{ code: string }>(sql`
    select code from jsonb_array_elements_text(
      ${JSON.stringify(tickets.map(({ code }) => code))}::text::jsonb) as requested(code)
    where pg_try_advisory_xact_lock(${LOST_TICKETS}, hashtext(code))`)
  if (locked.length === 0) return []
  const codes = locked.map(({ code }) => code)
  const addresses = new Map(tickets.map(({ code, toMail }) => [code, toMail]))
  const waiting = (await lockPendingTicketMails(tx, codes)).filter(
    ({ state, isStopped, confCode, toMail }) =>
      state === 'queued' && (isStopped || toMail !== addresses.get(confCode ?? '')),
  )
  // Queried after the lock, because the transaction that had the lock before has queued its mail.
  const free = await tx.execute<{ code: string }>(sql`
    select code from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as requested(code)
    where not exists (select from mails m where m.conf_code = code::uuid
        and (m.created_at > now() - interval '5 minutes' or m.state in ('queued', 'sending'))
        and m.id <> all(${`{${waiting.map(({ id }) => id).join()}}`}::uuid[]))
      and (select count(*) from mails m where m.conf_code = code::uuid and m.resend
        and m.created_at > now() - interval '1 day') < 6`)
  return free.map(({ code }) => ({
    code,
    waitingIds: waiting.filter(({ confCode }) => confCode === code).map(({ id }) => id),
  }))
}
