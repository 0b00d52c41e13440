import { getDb } from '@/db/client'
import { listVisibleSponsors, PUBLIC_SPONSOR_FIELDS } from '@/db/queries/public-sponsors'
import { listSponsorCounts, SPONSOR_COUNT_FIELDS } from '@/db/queries/sponsor-counts'
import { listSponsorGuests } from '@/db/queries/sponsor-guests'
import { listMailsOfSponsor } from '@/db/queries/sponsor-invitations'
import { getSponsor, listSponsors, SPONSOR_FIELDS } from '@/db/queries/sponsors'
import { notFound } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import type { Mail } from '@/lib/mails/schema'
import { viewMail } from '@/lib/mails/view'
import type { ListedGuest } from './list-schema'
import { SPONSOR_MESSAGES } from './messages'
import type { PublicSponsor, Sponsor, SponsorCounts } from './schema'
import { viewListedGuest, viewPublicSponsor, viewSponsor, viewSponsorCounts } from './view'

interface Page<Row> {
  rows: Row[]
  /** All that match, also those beyond the limit. */
  total: number
}

/** The sponsors that the public may see. */
export async function findPublicSponsors(query: ListQuery): Promise<Page<PublicSponsor>> {
  const params = listParams(query, PUBLIC_SPONSOR_FIELDS)
  const { rows, total } = await listVisibleSponsors(getDb(), params)
  return { rows: rows.map(viewPublicSponsor), total }
}

/** All sponsors, for staff. */
export async function findSponsors(query: ListQuery): Promise<Page<Sponsor>> {
  const { rows, total } = await listSponsors(getDb(), listParams(query, SPONSOR_FIELDS))
  return { rows: rows.map(viewSponsor), total }
}

/** Per company: places approved, names on its list, arrivals. */
export async function findSponsorCounts(query: ListQuery): Promise<Page<SponsorCounts>> {
  const params = listParams(query, SPONSOR_COUNT_FIELDS)
  const { rows, total } = await listSponsorCounts(getDb(), params)
  return { rows: rows.map(viewSponsorCounts), total }
}

/** The guests on a sponsor's list as staff see them. Throws not_found. */
export async function readListedGuests(id: number): Promise<ListedGuest[]> {
  await sponsorHeld(id)
  return (await listSponsorGuests(getDb(), id)).map(viewListedGuest)
}

/** The invitations and reminders that went to a sponsor, newest first. Throws not_found. */
export async function readSponsorMails(id: number): Promise<Mail[]> {
  await sponsorHeld(id)
  return (await listMailsOfSponsor(getDb(), id)).map(viewMail)
}

async function sponsorHeld(id: number): Promise<void> {
  if (!(await getSponsor(getDb(), id))) throw notFound(SPONSOR_MESSAGES.notThere)
}
