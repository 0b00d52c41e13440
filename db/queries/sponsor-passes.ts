import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../client'
import { driverOf } from '../driver'
import { guests } from '../schema'
import { insertActivity } from './activities'
import { listOf } from './guests-lists'
import { lockList } from './sponsor-guests'

/** States in which a mail may be tried anew: it reached nobody. */
const UNREACHED = ['failed', 'bounced', 'complained']

const isOnList = (sponsorId: number, id: number) =>
  and(eq(guests.id, id), eq(guests.listId, listOf(sponsorId)), isNull(guests.deletedAt))

/**
 * Writes the address beside a guest of this list and no other, also once the list is closed:
 * who is on it stays. `sent` when the pass has gone out, or is about to; null when there is
 * no such list.
 */
export function setSponsorGuestEmail(
  db: Db,
  { slug, id, email }: { slug: string; id: number; email: string | null },
): Promise<{ sponsorId: number } | 'sent' | 'no_such_guest' | null> {
  return db.transaction(async (tx) => {
    const held = await lockList(tx, slug)
    if (!held) return null
    const [guest] = await tx
      .select({ email: guests.email, confCode: guests.confCode })
      .from(guests)
      .where(isOnList(held.id, id))
      .for('update')
    if (!guest) return 'no_such_guest'
    if (guest.email === email) return { sponsorId: held.id }
    const sql = driverOf(tx)
    const [newest] = await sql<{ state: string }[]>`
      select state from mails where conf_code = ${guest.confCode}
        and template in ('sponsor-pass', 'ticket-confirmation')
      order by created_at desc, id limit 1`
    if (newest && !UNREACHED.includes(newest.state)) return 'sent'
    await tx.update(guests).set({ email }).where(isOnList(held.id, id))
    const line = { userId: null, entity: 'guests', entityId: id, action: 'changed' }
    await insertActivity(tx, { ...line, changes: { email: [guest.email, email] } })
    return { sponsorId: held.id }
  })
}

/** A guest whose pass may go out now. */
export interface PassHolder {
  id: number
  name: string
  email: string
  confCode: string
  /** An earlier one reached nobody. */
  isAgain: boolean
}

/**
 * The guests of a sponsor with an address, not inside yet, whose pass has not gone out or
 * reached nobody; the locked list makes two calls at once take turns. Only those of `ids`,
 * where given.
 */
export async function listPassHolders(
  tx: Db,
  { sponsorId, ids }: { sponsorId: number; ids: number[] | null },
): Promise<PassHolder[]> {
  const sql = driverOf(tx)
  return sql<PassHolder[]>`
    select g.id, btrim(g.name || ' ' || g.surname) as name, g.email, g.conf_code as "confCode",
      newest.state is not null as "isAgain"
    from guests g left join lateral (
      select m.state from mails m where m.conf_code = g.conf_code
        and m.template in ('sponsor-pass', 'ticket-confirmation')
      order by m.created_at desc, m.id limit 1
    ) newest on true
    where g.list_id = (select id from guest_lists where sponsor_id = ${sponsorId}) and g.deleted_at is null and g.entered_at is null
      and g.email is not null and g.conf_code is not null
      and (newest.state is null or newest.state = any(${UNREACHED}))
      and (${ids === null} or g.id = any(${ids ?? []}::int[]))
    order by g.id`
}

/** How many passes a sponsor has had sent within a day. */
export async function countPassesOfDay(tx: Db, sponsorId: number): Promise<number> {
  const [row] = await driverOf(tx)<{ n: number }[]>`
    select count(*)::int as n from mails where sponsor_id = ${sponsorId}
      and template = 'sponsor-pass' and created_at > now() - interval '1 day'`
  return row?.n ?? 0
}
