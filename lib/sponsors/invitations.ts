import type { Readable } from 'node:stream'
import { type Db, getDb } from '@/db/pool'
import { insertActivities } from '@/db/queries/activities'
import { type BulkMail, insertMails } from '@/db/queries/mails-bulk'
import {
  getListDeadline,
  type InvitableSponsor,
  listSponsorCounts as listCounts,
  listInvitableSponsors,
  SPONSOR_COUNT_FIELDS,
  type SponsorCountRow,
} from '@/db/queries/sponsors-invitations'
import type { UserRow } from '@/db/queries/users'
import { getConfig, isSendingMail } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { withBulkLock } from '@/lib/mail/bulk'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { countTotals, listLink, passStateOf, planInvitations, planReminders } from './rules'
import type { InvitationInput, Invited, Reminded, SponsorCounts } from './schema'

/** Returns the counts that `inviteSponsors` would return now. Writes nothing. */
export const previewInvitations = async (input: InvitationInput): Promise<Invited> =>
  invitationCounts(await plan(getDb(), input))

/**
 * Queues the invitations to the sponsors with a guest cap above 0, one mail per e-mail address
 * (rule 5.16). Of two concurrent requests, the second skips the addresses that the first has
 * queued. Throws conflict if more invitations would be repeated than the admin has confirmed.
 */
export function inviteSponsors(input: InvitationInput, user: UserRow): Promise<Invited> {
  return withBulkLock(async (tx) => {
    const planned = await plan(tx, input)
    const counts = invitationCounts(planned)
    if (input.again !== undefined && counts.again > input.again)
      throw new ServiceError('conflict', INVITED_MEANWHILE, { code: 'invited_meanwhile' })
    const deadline = await getListDeadline(tx)
    await insertMails(
      tx,
      planned.mails.map(({ sponsor, toMail }) => ({
        ...letter('sponsor-invitation', sponsor, toMail),
        details: { guestCap: sponsor.guestCap, deadline: deadlineFor(sponsor, deadline) },
      })),
    )
    await logPlannedMails(tx, user, 'invited', planned.mails)
    return counts
  })
}

const INVITED_MEANWHILE = 'Netko je u međuvremenu pozvao sponzore. Pogledajte brojeve ponovno.'

/** Returns the counts that `remindSponsors` would return now. Writes nothing. */
export async function previewReminders(): Promise<Reminded> {
  const db = getDb()
  return reminderCounts(planReminders(await readInvitable(db)), await getListDeadline(db))
}

/**
 * Queues reminders to the invited sponsors whose list is open until the deadline and has places
 * left (rule 5.18: at most one reminder a day).
 */
export function remindSponsors(user: UserRow): Promise<Reminded> {
  return withBulkLock(async (tx) => {
    const planned = planReminders(await readInvitable(tx))
    const deadline = await getListDeadline(tx)
    await insertMails(
      tx,
      planned.mails.map(({ sponsor, toMail }) => ({
        ...letter('sponsor-reminder', sponsor, toMail),
        details: {
          guestCap: sponsor.guestCap,
          listed: sponsor.listed,
          deadline: deadlineFor(sponsor, deadline),
        },
      })),
    )
    await logPlannedMails(tx, user, 'reminded', planned.mails)
    return reminderCounts(planned, deadline)
  })
}

const readInvitable = (db: Db, ids: number[] | null = null) =>
  listInvitableSponsors(db, { ids, hasProvider: isSendingMail() })

const plan = async (db: Db, { sponsors, to }: InvitationInput) =>
  planInvitations(await readInvitable(db, sponsors), to)

const letter = (template: string, sponsor: InvitableSponsor, toMail: string): BulkMail => ({
  template,
  toMail,
  name: sponsor.name,
  link: listLink(getConfig().PUBLIC_URL, sponsor.slug),
  sponsorId: sponsor.id,
})

/**
 * Returns the deadline for a mail as ISO text. Null if the sponsor's list does not close at the
 * deadline, or if no deadline is set.
 */
const deadlineFor = ({ isBound }: InvitableSponsor, deadline: Date | null) =>
  isBound ? (deadline?.toISOString() ?? null) : null

type Planned = { sponsor: InvitableSponsor }[]

const sponsorsOf = (mails: Planned) => [
  ...new Map(mails.map(({ sponsor }) => [sponsor.id, sponsor])).values(),
]

function invitationCounts({ mails, skipped }: ReturnType<typeof planInvitations>): Invited {
  const sponsors = sponsorsOf(mails)
  return {
    queued: mails.length,
    sponsors: sponsors.length,
    again: mails.filter(({ isAgain }) => isAgain).length,
    skipped,
    closed: sponsors.filter(({ isClosed }) => isClosed).length,
  }
}

const reminderCounts = (
  { mails, skipped }: ReturnType<typeof planReminders>,
  deadline: Date | null,
): Reminded => ({
  queued: mails.length,
  sponsors: sponsorsOf(mails).length,
  skipped,
  deadline: deadline && deadline.getTime() > Date.now() ? deadline.toISOString() : null,
})

const logPlannedMails = (tx: Db, user: UserRow, action: string, mails: Planned) =>
  insertActivities(
    tx,
    sponsorsOf(mails).map(({ id }) => ({
      userId: user.id,
      entity: 'sponsors',
      entityId: id,
      action,
      changes: { queued: [null, mails.filter(({ sponsor }) => sponsor.id === id).length] },
    })),
  )

const viewSponsorCounts = ({ invitation, openedAt, ...row }: SponsorCountRow): SponsorCounts => ({
  ...row,
  invitation: openedAt ? 'opened' : passStateOf(invitation),
  openedTime: openedAt?.toISOString() ?? null,
})

/**
 * Lists the counts of each sponsor (guest cap, guests on the list, guests who have come), with the
 * total number of matching sponsors.
 */
export async function listSponsorCounts(query: ListQuery) {
  const params = listParams(query, SPONSOR_COUNT_FIELDS)
  const { rows, total } = await listCounts(getDb(), params, isSendingMail())
  return { rows: rows.map(viewSponsorCounts), total }
}

type CountRow = { name: string } & ReturnType<typeof countTotals>

export const SPONSOR_COUNT_COLUMNS: SheetColumn<CountRow>[] = [
  { header: 'Firma', value: ({ name }) => name, width: 36 },
  { header: 'Odobreno', value: ({ guestCap }) => guestCap, kind: 'number', width: 12 },
  { header: 'Uneseno na popis', value: ({ listed }) => listed, kind: 'number', width: 18 },
  { header: 'Ušlo', value: ({ entered }) => entered, kind: 'number', width: 12 },
]

/** Lists the counts of the matching sponsors, with a last row of their totals. */
export async function sponsorCountLines(query: ListQuery): Promise<CountRow[]> {
  const { rows } = await listSponsorCounts(query)
  return [...rows, { name: 'Ukupno', ...countTotals(rows) }]
}

/** Returns the counts of all sponsors as an Excel workbook. */
export const sponsorCountsWorkbook = async (): Promise<Readable> =>
  writeWorkbook('Firme', SPONSOR_COUNT_COLUMNS, await sponsorCountLines({}))
