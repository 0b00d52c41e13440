import { type Db, getDb } from '@/db/client'
import { insertActivities } from '@/db/queries/activities'
import { type BulkMail, insertMails, lockBulkMail } from '@/db/queries/mails-bulk'
import {
  getListDeadline,
  type InvitableSponsor,
  listInvitableSponsors,
} from '@/db/queries/sponsor-invitations'
import type { UserRow } from '@/db/queries/users'
import { getConfig } from '@/lib/config'
import { listLink, planInvitations, planReminders } from './invite-rules'
import type { InvitationInput, Invited, Reminded } from './schema'

/** What `inviteSponsors` would do now; writes nothing. */
export const previewInvitations = async (asked: InvitationInput): Promise<Invited> =>
  tellInvitations(await plan(getDb(), asked))

/**
 * Queues the invitations of sponsors with places on the guest list, one mail per address
 * (spec sections 5 and 7). Of two at once the second passes over what the first has queued.
 */
export function inviteSponsors(asked: InvitationInput, user: UserRow): Promise<Invited> {
  return inBulk(async (tx) => {
    const planned = await plan(tx, asked)
    const deadline = await getListDeadline(tx)
    await insertMails(
      tx,
      planned.mails.map(({ sponsor, toMail }) => ({
        ...letter('sponsor-invitation', sponsor, toMail),
        details: { guestCap: sponsor.guestCap, deadline: boundBy(sponsor, deadline) },
      })),
    )
    await note(tx, user, 'invited', planned.mails)
    return tellInvitations(planned)
  })
}

/** What `remindSponsors` would do now; writes nothing. */
export async function previewReminders(): Promise<Reminded> {
  const db = getDb()
  return tellReminders(planReminders(await listInvitableSponsors(db)), await getListDeadline(db))
}

/** Queues reminders to the invited sponsors that have room left before the lists close. */
export function remindSponsors(user: UserRow): Promise<Reminded> {
  return inBulk(async (tx) => {
    const planned = planReminders(await listInvitableSponsors(tx))
    const deadline = await getListDeadline(tx)
    await insertMails(
      tx,
      planned.mails.map(({ sponsor, toMail }) => ({
        ...letter('sponsor-reminder', sponsor, toMail),
        details: {
          guestCap: sponsor.guestCap,
          listed: sponsor.listed,
          deadline: boundBy(sponsor, deadline),
        },
      })),
    )
    await note(tx, user, 'reminded', planned.mails)
    return tellReminders(planned, deadline)
  })
}

const inBulk = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
  getDb().transaction(async (tx) => {
    await lockBulkMail(tx)
    return work(tx)
  })

const plan = async (db: Db, { sponsors, to }: InvitationInput) =>
  planInvitations(await listInvitableSponsors(db, sponsors), to)

const letter = (template: string, sponsor: InvitableSponsor, toMail: string): BulkMail => ({
  template,
  toMail,
  name: sponsor.name,
  link: listLink(getConfig().PUBLIC_URL, sponsor.slug),
  sponsorId: sponsor.id,
})

/** The mail names a deadline only to whom it closes the list. */
const boundBy = ({ isBound }: InvitableSponsor, deadline: Date | null) =>
  isBound ? (deadline?.toISOString() ?? null) : null

type Planned = { sponsor: InvitableSponsor }[]

const sponsorsOf = (mails: Planned) => [
  ...new Map(mails.map(({ sponsor }) => [sponsor.id, sponsor])).values(),
]

function tellInvitations({ mails, skipped }: ReturnType<typeof planInvitations>): Invited {
  const sponsors = sponsorsOf(mails)
  return {
    queued: mails.length,
    sponsors: sponsors.length,
    again: mails.filter(({ isAgain }) => isAgain).length,
    skipped,
    closed: sponsors.filter(({ isClosed }) => isClosed).length,
  }
}

const tellReminders = (
  { mails, skipped }: ReturnType<typeof planReminders>,
  deadline: Date | null,
): Reminded => ({
  queued: mails.length,
  sponsors: sponsorsOf(mails).length,
  skipped,
  deadline: deadline && deadline.getTime() > Date.now() ? deadline.toISOString() : null,
})

const note = (tx: Db, user: UserRow, action: string, mails: Planned) =>
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
