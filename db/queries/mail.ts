import { and, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { mails } from '../schema'
import { type ListSearch, type ListShape, orderBy, searchCondition } from './list'

const { html: _html, plainText: _plainText, ...listColumns } = getTableColumns(mails)

export type MailRow = typeof mails.$inferSelect
export type MailListRow = Omit<MailRow, 'html' | 'plainText'>
export type NewMail = Pick<MailRow, 'template' | 'toMail' | 'name'> &
  Partial<Pick<MailRow, 'confCode' | 'guestId' | 'link' | 'subject' | 'message' | 'resend'>>

/** Puts a mail into the outbox; null when this code's confirmation is there already. */
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

/**
 * The mail, held until the transaction ends; null while another transaction holds it. The
 * hold is also the sign that somebody is sending it: a process that dies loses it, and a
 * machine that vanishes loses it after a minute without a word.
 */
export async function lockMail(tx: Db, id: string): Promise<MailRow | null> {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
  const [row] = await tx
    .select()
    .from(mails)
    .where(eq(mails.id, id))
    .for('update', { skipLocked: true })
  return row ?? null
}

/** Whether a mail with this code is on its way. */
export async function isMailQueued(tx: Db, code: string): Promise<boolean> {
  return (await tx.$count(mails, and(eq(mails.confCode, code), eq(mails.state, 'queued')))) > 0
}

/**
 * Gives a job to every mail that waits without one, and says to how many. A mail's job is
 * lost when the process that took it up died: the worker library would hold it for four
 * hours more. Such a mail is queued, its job is taken, and nobody holds its row.
 */
export async function requeueLostMails(db: Db): Promise<number> {
  const rows = await db.execute(sql`
    with lost as (
      select id from mails
      where state = 'queued' and not exists (
        select 1 from graphile_worker.jobs job
        where job.key = mails.id::text and job.attempts < job.max_attempts
          and (job.locked_at is null or job.locked_at > now() - interval '10 seconds'))
      for update skip locked
    )
    select graphile_worker.add_job('send-mail', json_build_object('id', id), job_key => id::text)
    from lost`)
  return rows.length
}

export type MailPatch = Partial<
  Pick<
    MailRow,
    'state' | 'subject' | 'html' | 'plainText' | 'attempts' | 'lastError' | 'providerId'
  >
> & { sentAt?: SQL }

export async function updateMail(db: Db, id: string, patch: MailPatch): Promise<void> {
  await db.update(mails).set(patch).where(eq(mails.id, id))
}

/** The name under which a code was last mailed, for a ticket that has been returned since. */
export async function getMailedCode(db: Db, code: string): Promise<{ name: string } | null> {
  const [row] = await db
    .select({ name: mails.name })
    .from(mails)
    .where(and(eq(mails.confCode, code), isNotNull(mails.confCode)))
    .limit(1)
  return row ?? null
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

export const MAIL_FIELDS = {
  search: [...Object.keys(shape.text), ...Object.keys(shape.exact)],
  byDefault: [...Object.keys(shape.text), 'confCode'],
  order: Object.keys(shape.order),
}

export interface MailListParams extends ListSearch {
  state?: MailRow['state']
  ordering: { field: string; descending: boolean } | null
  limit: number | null
  offset: number
}

/** The record of mail without its bodies, newest first unless ordered otherwise. */
export async function listMails(
  db: Db,
  params: MailListParams,
): Promise<{ rows: MailListRow[]; total: number }> {
  const where = and(
    searchCondition(shape, params),
    params.state ? eq(mails.state, params.state) : undefined,
  )
  const order = params.ordering ? orderBy(shape, params.ordering) : [desc(mails.createdAt)]
  let page = db
    .select(listColumns)
    .from(mails)
    .where(where)
    .orderBy(...order, mails.id)
    .offset(params.offset)
    .$dynamic()
  if (params.limit !== null) page = page.limit(params.limit)
  const [rows, total] = await Promise.all([page, db.$count(mails, where)])
  return { rows, total }
}

/** The mails to one guest without their bodies, newest first. */
export const listMailsOfGuest = (db: Db, guestId: number): Promise<MailListRow[]> =>
  db
    .select(listColumns)
    .from(mails)
    .where(eq(mails.guestId, guestId))
    .orderBy(desc(mails.createdAt), mails.id)

/** How many mails are in each state. */
export async function countMailsByState(db: Db): Promise<Record<MailRow['state'], number>> {
  const rows = await db
    .select({ state: mails.state, n: sql<number>`count(*)::int` })
    .from(mails)
    .groupBy(mails.state)
  const counts = { queued: 0, sent: 0, recorded: 0, failed: 0 }
  for (const { state, n } of rows) counts[state] = n
  return counts
}
