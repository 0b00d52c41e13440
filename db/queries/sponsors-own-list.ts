import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { hasSlug } from '@/db/queries/sponsor-slug'
import { TICKET_TEMPLATES } from '../catalogue/mail-states'
import type { Db } from '../pool'
import { guests } from '../schema/guests'
import { mails } from '../schema/mails'
import { sponsors } from '../schema/sponsors'
import { type Changes, changesBetween, insertActivity, redactActivities } from './activities'
import { listOf } from './guests-lists'
import { isCountedMail } from './mails'
import { lastAdmission } from './presence-changes'
import { isListClosed } from './sponsors'

/** Guest on a sponsor list, as the sponsor sees it. */
export interface SponsorGuestRow {
  id: number
  name: string
  /** E-mail address to which the sponsor can send the guest's pass. */
  email: string | null
  addedAt: Date
  /** Time since which the guest is inside; null for a guest who is outside. */
  enteredAt: Date | null
  /** Time of the last admission, also after an exit; null for a guest who has not come. */
  arrivedAt: Date | null
  /** Whether the guest has a ticket, without which there is no pass. */
  hasTicket: boolean
  /** State of the newest mail with the guest's ticket that counts; null without such a mail. */
  mail: string | null
  /** Last error of this mail; null without an error. */
  mailError: string | null
}

/** SQL: whether the mail `m` contains the guest's ticket, from the sponsor or from the desk. */
const isTicketMail = sql`m.conf_code = guests.conf_code
  and m.template in ${[...TICKET_TEMPLATES]}`

/** SQL: a column of the newest mail with the guest's ticket that counts. */
const newestMail = (column: 'state' | 'last_error', hasProvider: boolean) =>
  sql<string | null>`(
    select m.${sql.raw(column)} from mails m where ${isTicketMail} and ${isCountedMail(hasProvider)}
    order by m.created_at desc, m.id limit 1)`

const columns = {
  id: guests.id,
  name: sql<string>`btrim(${guests.name} || ' ' || ${guests.surname})`,
  email: guests.email,
  addedAt: guests.createdAt,
  enteredAt: guests.enteredAt,
  arrivedAt: lastAdmission,
  hasTicket: sql<boolean>`${guests.confCode} is not null`,
}

const isOnListOf = (sponsor: number | typeof sponsors.id) =>
  and(eq(guests.listId, listOf(sponsor)), isNull(guests.deletedAt))

/** SQL: the deadline at which sponsor lists in state 1 close (rule 5.5). */
const deadline = sql<Date | null>`(
  select flag.at from visibility_flags flag where flag.name = 'SPONSORS_INPUT_TIME')`.mapWith(
  (at: string) => new Date(at),
)

/**
 * Returns the sponsor list with this slug and the counts that the sponsor may see; null if no list
 * has the slug.
 */
export async function getSponsorList(db: Db, slug: string) {
  const [row] = await db
    .select({
      id: sponsors.id,
      name: sponsors.name,
      imageHash: sponsors.imageHash,
      guestCap: sponsors.guestCap,
      guestsEnabled: sponsors.guestsEnabled,
      isListClosed,
      deadline,
      count: sql<number>`count(${guests.id})::int`,
      entered: sql<number>`count(${lastAdmission})::int`,
    })
    .from(sponsors)
    .leftJoin(guests, isOnListOf(sponsors.id))
    .where(hasSlug(slug))
    .groupBy(sponsors.id)
  return row ?? null
}

/**
 * Stores the time at which a sponsor first opened its list by this slug. Returns null if no sponsor
 * has the slug.
 */
export async function markListOpened(db: Db, slug: string): Promise<{ id: number } | null> {
  const [row] = await db
    .update(sponsors)
    .set({ openedAt: sql`coalesce(${sponsors.openedAt}, now())` })
    .where(hasSlug(slug))
    .returning({ id: sponsors.id })
  return row ?? null
}

/** Lists the active guests of a sponsor, in the order in which they were added. */
export function listSponsorGuests(
  db: Db,
  { sponsorId, hasProvider }: { sponsorId: number; hasProvider: boolean },
): Promise<SponsorGuestRow[]> {
  return db
    .select({
      ...columns,
      mail: newestMail('state', hasProvider),
      mailError: newestMail('last_error', hasProvider),
    })
    .from(guests)
    .where(isOnListOf(sponsorId))
    .orderBy(asc(guests.id))
}

/**
 * Deletes a guest on the sponsor list with this slug. Returns 'inside' for a guest who is inside, and
 * null if no list has the slug.
 */
export function deleteSponsorGuest(
  db: Db,
  { slug, id }: { slug: string; id: number },
): Promise<{ id: number } | 'closed' | 'no_such_guest' | 'inside' | null> {
  return db.transaction(async (tx) => {
    const sponsor = await lockList(tx, slug)
    if (!sponsor) return null
    // The deadline is checked after the lock, because it may pass while the transaction waits for
    // the lock.
    const [list] = await tx
      .select({ isListClosed })
      .from(sponsors)
      .where(eq(sponsors.id, sponsor.id))
    if (list?.isListClosed) return 'closed'
    const [guest] = await tx
      .select({ name: columns.name, enteredAt: guests.enteredAt })
      .from(guests)
      .where(and(eq(guests.id, id), isOnListOf(sponsor.id)))
      .for('update')
    if (!guest) return 'no_such_guest'
    if (guest.enteredAt) return 'inside'
    await tx.update(guests).set({ deletedAt: sql`now()` }).where(eq(guests.id, id))
    const changes = changesBetween({ name: guest.name, sponsor: sponsor.name }, null)
    // A sponsor is no user, so the activity contains the sponsor's name and no user id.
    const activity = { userId: null, entity: 'guests' as const, entityId: id, action: 'deleted' }
    await insertActivity(tx, { ...activity, changes })
    await redactActivities(tx, 'guests', id)
    return { id }
  })
}

/**
 * Returns the sponsor with this slug and locks its row until the end of the transaction; null
 * without a sponsor.
 */
export async function lockList(tx: Db, slug: string) {
  const [sponsor] = await tx
    .select({ id: sponsors.id, name: sponsors.name, guestCap: sponsors.guestCap })
    .from(sponsors)
    .where(hasSlug(slug))
    .for('update')
  return sponsor ?? null
}

/** States of a mail that did not arrive, after which a pass may be sent again. */
const UNDELIVERED_STATES = ['failed', 'bounced', 'complained']

/**
 * Sets the e-mail address of a guest on this sponsor list, even after the list was closed. Returns
 * 'sent' if the pass was already sent or is queued, and null if no list has the slug. A pass that
 * was only recorded was not sent.
 */
export function setSponsorGuestEmail(
  db: Db,
  { slug, id, email }: { slug: string; id: number; email: string | null },
): Promise<{ sponsorId: number } | 'sent' | 'no_such_guest' | null> {
  return db.transaction(async (tx) => {
    const sponsor = await lockList(tx, slug)
    if (!sponsor) return null
    const [guest] = await tx
      .select({ email: guests.email, mail: newestMail('state', true) })
      .from(guests)
      .where(and(eq(guests.id, id), isOnListOf(sponsor.id)))
      .for('update')
    if (!guest) return 'no_such_guest'
    if (guest.email === email) return { sponsorId: sponsor.id }
    if (guest.mail !== null && !UNDELIVERED_STATES.includes(guest.mail)) return 'sent'
    await tx
      .update(guests)
      .set({ email })
      .where(and(eq(guests.id, id), isOnListOf(sponsor.id)))
    const activity = { userId: null, entity: 'guests', entityId: id, action: 'changed' }
    const changes: Changes = { email: [guest.email, email], sponsor: [null, sponsor.name] }
    await insertActivity(tx, { ...activity, changes })
    return { sponsorId: sponsor.id }
  })
}

/** Guest to whom the sponsor pass may be sent now. */
export interface PassHolder {
  id: number
  name: string
  email: string
  confCode: string
  /** Whether the ticket already has a mail, which did not arrive or was only recorded. */
  isAgain: boolean
}

/**
 * Lists the guests of a sponsor with an address who are not inside yet, and whose pass was not sent
 * or did not arrive. Without a mail provider, recorded passes are left out. Call it after
 * `lockList`, so that of two requests the second waits. `ids` limits the guests.
 */
export function listPassHolders(
  tx: Db,
  {
    sponsorId,
    ids,
    hasProvider,
  }: { sponsorId: number; ids: number[] | null; hasProvider: boolean },
): Promise<PassHolder[]> {
  return tx
    .select({
      id: guests.id,
      name: columns.name,
      email: sql<string>`${guests.email}`,
      confCode: sql<string>`${guests.confCode}`,
      isAgain: sql<boolean>`exists (select from mails m where ${isTicketMail})`,
    })
    .from(guests)
    .where(
      and(
        isOnListOf(sponsorId),
        isNull(guests.enteredAt),
        isNotNull(guests.email),
        isNotNull(guests.confCode),
        sql`coalesce(${newestMail('state', hasProvider)}, 'failed') in ${UNDELIVERED_STATES}`,
        ids === null ? undefined : inArray(guests.id, ids),
      ),
    )
    .orderBy(asc(guests.id))
}

/**
 * Counts the passes that a sponsor has had sent in the last 24 hours, for the limit of rule 14.6.
 */
export const countPassesOfDay = (tx: Db, sponsorId: number): Promise<number> =>
  tx.$count(
    mails,
    and(
      eq(mails.sponsorId, sponsorId),
      eq(mails.template, 'sponsor-pass'),
      sql`${mails.createdAt} > now() - interval '1 day'`,
    ),
  )
