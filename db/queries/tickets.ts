import { sql } from 'drizzle-orm'
import type { TicketRow } from '@/db/queries/ticket-by-code'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { containsPattern } from './list-query'
import { HOLDER, type TicketHolder } from './mails-bulk'

/** A live guest with a ticket, and all that its mail says. */
export type LostTicket = TicketHolder & Pick<TicketRow, 'list' | 'listKind'>

/** Search terms. Null for terms that are not given. */
interface LostTicketQuestion {
  jmbag: string | null
  email: string | null
  /** Digits of a JMBAG, of guests without an address of their own. */
  digits: string | null
}

/** So many of one address are mailed at once: a whole list may stand under its sponsor's. */
const MOST = 200

const lost = prepareStatement<LostTicket>(sql`
  select ${HOLDER}, l.name as list, l.kind as "listKind"
  from guests g join guest_lists l on l.id = g.list_id
  where g.deleted_at is null and g.conf_code is not null and (
    g.jmbag = ${sql.placeholder('jmbag')}::text
    or g.search like public.fold_text(${sql.placeholder('email')}::text)
    or g.email is null and g.search like ${sql.placeholder('digits')}::text)
  order by g.id limit ${sql.raw(String(MOST))}`)

/** The tickets that may be meant; of those by an address, more than go there. */
export const listLostTickets = (
  db: Db,
  { jmbag, email, digits }: LostTicketQuestion,
): Promise<LostTicket[]> =>
  lost(db, {
    jmbag,
    email: email && containsPattern(email),
    digits: digits && containsPattern(digits),
  })

/** How many mails of lost tickets were queued within the hour; a sponsor's own passes are none. */
export async function countLostTickets(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`select count(*)::int as n from mails
    where low_priority and sponsor_id is null and created_at > now() - interval '1 hour'`)
  return row?.n ?? 0
}

/** Any number: tells the locks of lost tickets from others. */
const LOST_TICKETS = 7_340_277

/**
 * Returns the tickets that a mail may contain now, and locks them until the end of the transaction. Tickets
 * that another transaction holds, that were mailed or tried within five minutes, that are queued, or that
 * were mailed a few times today are left out.
 */
export async function lockResendableTickets(tx: Db, codes: string[]): Promise<Set<string>> {
  const held = await tx.execute<{ code: string }>(sql`
    select code from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as given(code)
    where pg_try_advisory_xact_lock(${LOST_TICKETS}, hashtext(code))`)
  // Queried after the lock, because the previous holder has queued its mail by then.
  const free = await tx.execute<{ code: string }>(sql`
    select code from jsonb_array_elements_text(
      ${JSON.stringify(held.map(({ code }) => code))}::text::jsonb) as given(code)
    where not exists (select from mails m where m.conf_code = code::uuid
        and (m.created_at > now() - interval '5 minutes' or m.state in ('queued', 'sending')))
      and (select count(*) from mails m where m.conf_code = code::uuid and m.resend
        and m.created_at > now() - interval '1 day') < 6`)
  return new Set(free.map(({ code }) => code))
}
