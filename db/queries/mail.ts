import { and, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { mails } from '../schema'
import { type ListSearch, type ListShape, searchCondition } from './list'

const { html: _html, plainText: _plainText, ...listColumns } = getTableColumns(mails)

export type MailRow = typeof mails.$inferSelect
export type MailListRow = Omit<MailRow, 'html' | 'plainText'>
export type NewMail = Pick<MailRow, 'template' | 'toMail' | 'name'> &
  Partial<Pick<MailRow, 'confCode' | 'guestId' | 'link' | 'message' | 'resend'>>

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

/** The mail, held until the transaction ends; null while another job holds it. */
export async function lockMail(tx: Db, id: string): Promise<MailRow | null> {
  const [row] = await tx
    .select()
    .from(mails)
    .where(eq(mails.id, id))
    .for('update', { skipLocked: true })
  return row ?? null
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
  exact: { state: (value) => sql`${mails.state} = ${value}` },
  order: {},
}

export const MAIL_FIELDS = {
  search: [...Object.keys(shape.text), ...Object.keys(shape.exact)],
  byDefault: Object.keys(shape.text),
  order: [],
}

/** The record of mail without its bodies, newest first. */
export async function listMails(
  db: Db,
  params: ListSearch & { state?: MailRow['state']; limit: number | null; offset: number },
): Promise<{ rows: MailListRow[]; total: number }> {
  const where = and(
    searchCondition(shape, params),
    params.state ? eq(mails.state, params.state) : undefined,
  )
  let page = db
    .select(listColumns)
    .from(mails)
    .where(where)
    .orderBy(desc(mails.createdAt), mails.id)
    .offset(params.offset)
    .$dynamic()
  if (params.limit !== null) page = page.limit(params.limit)
  const [rows, total] = await Promise.all([page, db.$count(mails, where)])
  return { rows, total }
}

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
