import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { visibilityFlags } from '../schema/content'
import { guestLists } from '../schema/guest-lists'
import { mails } from '../schema/mails'
import { sponsors } from '../schema/sponsors'
import { listCounts, listOf } from './guests-lists'
import {
  fieldsOf,
  type ListParams,
  type ListShape,
  orderBy,
  pageOf,
  searchCondition,
} from './list-query'
import { isCountedMail, type MailListRow } from './mails'
import { lastAdmission } from './presence-changes'
import { isListClosed } from './sponsors'

const { html: _html, plainText: _plainText, ...mailColumns } = getTableColumns(mails)

/** Lists the invitations and reminders to a sponsor, newest first. */
export const listMailsOfSponsor = (db: Db, sponsorId: number): Promise<MailListRow[]> =>
  db
    .select(mailColumns)
    .from(mails)
    .where(
      and(
        eq(mails.sponsorId, sponsorId),
        inArray(mails.template, ['sponsor-invitation', 'sponsor-reminder']),
      ),
    )
    .orderBy(desc(mails.createdAt), mails.id)

/** State of the newest invitation to one e-mail address of a sponsor that counts. */
export interface SponsorMailState {
  /** E-mail address in lower case. */
  toMail: string
  state: string
  link: string | null
}

/** Sponsor with the data that decide whether it gets an invitation or a reminder. */
export interface InvitableSponsor {
  id: number
  name: string
  slug: string
  email: string
  guestCap: number
  isClosed: boolean
  /** Whether the sponsor list closes at the deadline `SPONSORS_INPUT_TIME` (rule 5.5). */
  isBound: boolean
  listed: number
  isOpened: boolean
  invitations: SponsorMailState[]
  /** Whether a reminder was queued in the last 24 hours. */
  isReminded: boolean
}

/**
 * Lists the sponsors with a guest cap above 0 by position. If `ids` is given, lists only those
 * sponsors.
 */
export function listInvitableSponsors(
  db: Db,
  { ids, hasProvider }: { ids: number[] | null; hasProvider: boolean },
): Promise<InvitableSponsor[]> {
  const isSelected = ids === null ? sql`true` : inArray(sponsors.id, ids)
  return db.execute<InvitableSponsor & Record<string, unknown>>(sql`
    select sponsors.id, sponsors.name, sponsors.slug, email, guest_cap as "guestCap",
      ${isListClosed} as "isClosed", guests_enabled = 1 as "isBound",
      opened_at is not null as "isOpened", (
        select coalesce(sum(c.total), 0)::int from guest_list_counts c
        where c.list_id = ${listOf(sponsors.id)}) as listed,
      coalesce((
        select json_agg(json_build_object('toMail', to_mail, 'state', state, 'link', link))
        from (
          select distinct on (lower(to_mail)) lower(to_mail) as to_mail, state, link from mails m
          where sponsor_id = sponsors.id and template = 'sponsor-invitation'
            and ${isCountedMail(hasProvider)}
          order by lower(to_mail), created_at desc, m.id
        ) newest), '[]'::json) as invitations,
      exists (select from mails m where sponsor_id = sponsors.id and template = 'sponsor-reminder'
        and created_at > now() - interval '1 day' and ${isCountedMail(hasProvider)}) as "isReminded"
    from sponsors
    where guest_cap > 0 and ${isSelected}
    order by "order", sponsors.id`)
}

/**
 * Returns the deadline at which sponsor lists in state 1 close (rule 5.5); null if no deadline is
 * set.
 */
export async function getListDeadline(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: visibilityFlags.at })
    .from(visibilityFlags)
    .where(eq(visibilityFlags.name, 'SPONSORS_INPUT_TIME'))
  return row?.at ?? null
}

/** Returns the current slugs of these sponsors, by sponsor id. Deleted sponsors are missing. */
export async function listSponsorSlugs(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: sponsors.id, slug: sponsors.slug })
    .from(sponsors)
    .where(inArray(sponsors.id, ids))
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Sponsor with the counts of its list: allowed guests, listed guests, and guests who have come. */
export interface SponsorCountRow {
  id: number
  name: string
  /** Slug of the sponsor list: the secret in its URL. */
  slug: string
  guestCap: number
  listed: number
  entered: number
  /**
   * State of the newest invitation mail that counts and has the current link; null without such an
   * invitation.
   */
  invitation: string | null
  /** Time at which the sponsor first opened its list. */
  openedAt: Date | null
}

const listed = sql<number>`coalesce(counts.total, 0)`
const entered = sql<number>`(
  select count(${lastAdmission})::int from guests
  where guests.list_id = guest_lists.id and guests.deleted_at is null)`

const shape: ListShape = {
  text: { name: normalized(sponsors.name) },
  exact: {},
  order: {
    id: sponsors.id,
    name: normalized(sponsors.name),
    order: sponsors.order,
    guestCap: sponsors.guestCap,
    listed,
    entered,
  },
}

export const SPONSOR_COUNT_FIELDS = fieldsOf(shape, ['name'])

/**
 * Lists the counts of each sponsor, by default by position, with the total number of matching
 * sponsors.
 */
export function listSponsorCounts(db: Db, params: ListParams, hasProvider: boolean) {
  const counts = listCounts(db)
  const where = searchCondition(shape, params)
  const query = db
    .select({
      id: sponsors.id,
      name: sponsors.name,
      slug: sponsors.slug,
      guestCap: sponsors.guestCap,
      listed,
      entered,
      invitation: sql<string | null>`(
        select m.state from mails m
        where m.sponsor_id = sponsors.id and m.template = 'sponsor-invitation'
          and m.link like '%/' || sponsors.slug and ${isCountedMail(hasProvider)}
        order by m.created_at desc limit 1)`,
      openedAt: sponsors.openedAt,
    })
    .from(sponsors)
    .innerJoin(guestLists, eq(guestLists.sponsorId, sponsors.id))
    .leftJoin(counts, eq(counts.listId, guestLists.id))
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), asc(sponsors.order), asc(sponsors.id))
    .offset(params.offset)
    .$dynamic()
  return pageOf<SponsorCountRow>(query, params.limit, db.$count(sponsors, where))
}
