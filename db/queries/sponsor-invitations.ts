import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Db } from '../client'
import { driverOf } from '../driver'
import { mails } from '../schema'
import type { MailListRow } from './mails'
import { LIST_CLOSED } from './sponsors'

const { html: _html, plainText: _plainText, ...mailColumns } = getTableColumns(mails)

/** The invitations and reminders to a sponsor, newest first. */
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

/** The newest mail of a kind to one address of a sponsor. */
export interface SponsorMailState {
  /** In small letters. */
  toMail: string
  state: string
  link: string | null
}

/** A sponsor as far as inviting and reminding it goes. */
export interface InvitableSponsor {
  id: number
  name: string
  slug: string
  email: string
  guestCap: number
  isClosed: boolean
  /** Whether the lists' deadline binds it. */
  isBound: boolean
  listed: number
  isOpened: boolean
  invitations: SponsorMailState[]
  /** Whether a reminder has gone out to it within a day. */
  isReminded: boolean
}

/** Sponsors with places on the guest list, in their order; only those of `ids`, where given. */
export async function listInvitableSponsors(
  db: Db,
  ids: number[] | null = null,
): Promise<InvitableSponsor[]> {
  const sql = driverOf(db)
  return sql<InvitableSponsor[]>`
    select sponsors.id, name, slug, email, guest_cap as "guestCap",
      ${sql.unsafe(LIST_CLOSED)} as "isClosed", guests_enabled = 1 as "isBound",
      opened_at is not null as "isOpened",
      (select count(*)::int from guests g
        where g.list_id = (select l.id from guest_lists l where l.sponsor_id = sponsors.id)
          and g.deleted_at is null) as listed,
      coalesce((
        select json_agg(json_build_object('toMail', to_mail, 'state', state, 'link', link))
        from (
          select distinct on (lower(to_mail)) lower(to_mail) as to_mail, state, link from mails
          where sponsor_id = sponsors.id and template = 'sponsor-invitation'
          order by lower(to_mail), created_at desc, mails.id
        ) newest), '[]'::json) as invitations,
      exists (select from mails where sponsor_id = sponsors.id and template = 'sponsor-reminder'
        and created_at > now() - interval '1 day') as "isReminded"
    from sponsors
    where guest_cap > 0 and (${ids === null} or sponsors.id = any(${ids ?? []}::int[]))
    order by "order", sponsors.id`
}

/** When the lists close that a moment binds; null when none is set. */
export async function getListDeadline(db: Db): Promise<Date | null> {
  const [row] = await driverOf(db)<{ at: string | null }[]>`
    select at from visibility_flags where name = 'SPONSORS_INPUT_TIME'`
  return row?.at ? new Date(row.at) : null
}

/** The keys that the lists of these sponsors have now; one that is gone has none. */
export async function listSponsorKeys(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await driverOf(db)<{ id: number; slug: string }[]>`
    select id, slug from sponsors where id = any(${ids})`
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}
