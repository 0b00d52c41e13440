import { and, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { mails } from '../schema/mails'
import {
  fieldsOf,
  type ListParams,
  type ListShape,
  orderBy,
  pageOf,
  searchCondition,
} from './list-query'

const { html: _html, plainText: _plainText, ...listColumns } = getTableColumns(mails)

export type MailRow = typeof mails.$inferSelect
export type MailListRow = Omit<MailRow, 'html' | 'plainText'>
export type NewMail = Pick<MailRow, 'template' | 'toMail' | 'name'> &
  Partial<
    Pick<
      MailRow,
      'confCode' | 'guestId' | 'sponsorId' | 'link' | 'subject' | 'message' | 'details' | 'resend'
    >
  >

/** Queues a mail. Returns null if a confirmation mail of the same ticket exists already. */
export async function insertMail(tx: Db, mail: NewMail): Promise<string | null> {
  const [row] = await tx
    .insert(mails)
    .values(mail)
    .onConflictDoNothing()
    .returning({ id: mails.id })
  return row?.id ?? null
}

export async function getMail(db: Db, id: string): Promise<MailRow | null> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id))
  return row ?? null
}

/** States of a mail that did not arrive. */
const UNDELIVERED: MailRow['state'][] = ['failed', 'bounced', 'complained']

/**
 * SQL: whether the mail `m` counts as a mail to its recipient. A mail that was only recorded counts
 * until a mail provider is configured, because it was never sent (rule 7.10).
 */
export const isCountedMail = (hasProvider: boolean) =>
  hasProvider ? sql`m.state <> 'recorded'` : sql`true`

/**
 * SQL: whether a mail has a recipient. The erasure of a person empties the address and the code of
 * the person's mails (rules 4.18 and 4.26), so such a mail cannot be sent again.
 */
export const hasRecipient = (mail: 'mails' | 'm' = 'mails') =>
  sql.raw(`(${mail}.to_mail <> '' or ${mail}.conf_code is not null)`)

/** Whether a mail with this confirmation code is queued or being sent. */
export async function isMailQueued(tx: Db, code: string): Promise<boolean> {
  return (
    (await tx.$count(
      mails,
      and(eq(mails.confCode, code), inArray(mails.state, ['queued', 'sending'])),
    )) > 0
  )
}

const shape: ListShape = {
  text: {
    name: sql`public.fold_text(${mails.name})`,
    to_mail: sql`public.fold_text(${mails.toMail})`,
    subject: sql`public.fold_text(${mails.subject})`,
  },
  exact: {
    state: (value) => sql`${mails.state} = ${value}`,
    template: (value) => sql`${mails.template} = ${value}`,
    confCode: (value) => sql`${mails.confCode}::text = lower(${value})`,
  },
  order: {
    createdAt: sql`${mails.createdAt}`,
    sentAt: sql`${mails.sentAt}`,
    name: sql`public.fold_text(${mails.name})`,
    to_mail: sql`${mails.toMail}`,
    subject: sql`${mails.subject}`,
    state: sql`${mails.state}`,
    attempts: sql`${mails.attempts}`,
  },
}

export const MAIL_FIELDS = fieldsOf(shape, [...Object.keys(shape.text), 'confCode'])

export interface MailListParams extends ListParams {
  state?: MailRow['state']
  template?: string
  batch?: string
}

/**
 * Lists mails without their HTML and plain text, by default the newest first. The mails of a state
 * are those that `countMailsByState` counts.
 */
export function listMails(db: Db, params: MailListParams) {
  const where = and(
    searchCondition(shape, params),
    params.state ? eq(mails.state, params.state) : undefined,
    params.state && UNDELIVERED.includes(params.state) ? hasRecipient() : undefined,
    params.template ? eq(mails.template, params.template) : undefined,
    params.batch ? eq(mails.batchId, params.batch) : undefined,
  )
  const order = params.ordering ? orderBy(shape, params.ordering) : [desc(mails.createdAt)]
  const page = db
    .select(listColumns)
    .from(mails)
    .where(where)
    .orderBy(...order, mails.id)
    .offset(params.offset)
    .$dynamic()
  return pageOf<MailListRow>(page, params.limit, db.$count(mails, where))
}

/** Lists the mails to a guest without their HTML and plain text, newest first. */
export const listMailsOfGuest = (db: Db, guestId: number): Promise<MailListRow[]> =>
  db
    .select(listColumns)
    .from(mails)
    .where(eq(mails.guestId, guestId))
    .orderBy(desc(mails.createdAt), mails.id)

/** Counts mails by state. An undelivered mail of an erased person is not counted. */
export async function countMailsByState(db: Db): Promise<Record<MailRow['state'], number>> {
  // Two parts, because the first needs only the index by state.
  const rows = await db.execute<{ state: MailRow['state']; n: number }>(sql`
    select state, count(*)::int as n from mails where state not in ${UNDELIVERED} group by state
    union all
    select state, count(*)::int from mails
      where state in ${UNDELIVERED} and ${hasRecipient()} group by state`)
  const counts = Object.fromEntries(mails.state.enumValues.map((state) => [state, 0])) as Record<
    MailRow['state'],
    number
  >
  for (const { state, n } of rows) counts[state] = n
  return counts
}

/** Event that the mail provider reports about a mail, such as a delivery or a bounce. */
export interface MailEventUpdate {
  /** Id that the mail provider gave to the mail. */
  providerId: string
  /**
   * Our own key of the mail. The provider reports it even if the provider's id was lost with its
   * response.
   */
  key: { id: string; resendCount: number } | null
  from: readonly MailRow['state'][]
  to: MailRow['state']
  reason: string | null
  /** Whether the bounce is temporary. */
  isSoftBounce: boolean
}

/**
 * Stores an event if the mail is in one of the states in `from`, or was delivered after a temporary
 * bounce (rule 7.12). Returns whether the mail was changed.
 */
export async function applyMailEvent(db: Db, event: MailEventUpdate): Promise<boolean> {
  const { providerId, key, from, to, reason, isSoftBounce } = event
  const byKey = key && and(eq(mails.id, key.id), eq(mails.resendCount, key.resendCount))
  const rows = await db
    .update(mails)
    .set({
      state: to,
      // The provider's text often contains the address.
      lastError: sql`case when ${hasRecipient()} then ${reason}::text end`,
      isSoftBounce,
      providerId: sql`coalesce(${mails.providerId}, ${providerId})`,
      sentAt: sql`coalesce(${mails.sentAt}, now())`,
      finishedAt: sql`coalesce(${mails.finishedAt}, now())`,
    })
    .where(
      and(
        or(eq(mails.providerId, providerId), byKey ?? undefined),
        or(
          inArray(mails.state, [...from]),
          to === 'delivered' ? and(eq(mails.state, 'bounced'), mails.isSoftBounce) : undefined,
        ),
      ),
    )
    .returning({ id: mails.id })
  return rows.length > 0
}
