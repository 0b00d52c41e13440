import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { mails } from '../schema'
import type { MailRow } from './mails'

/** What the mail service tells of a mail that it has taken. */
export interface MailNews {
  /** The service's own name of the mail. */
  providerId: string
  /** Ours, which it has also when its answer never reached us. */
  key: { id: string; round: number } | null
  from: readonly MailRow['state'][]
  to: MailRow['state']
  reason: string | null
}

/** Moves the mail on, if it is in one of the states that this leads on from; answers whether. */
export async function moveMailOn(db: Db, news: MailNews): Promise<boolean> {
  const { providerId, key, from, to, reason } = news
  const byKey = key && and(eq(mails.id, key.id), eq(mails.round, key.round))
  const rows = await db
    .update(mails)
    .set({
      state: to,
      lastError: reason,
      providerId: sql`coalesce(${mails.providerId}, ${providerId})`,
      sentAt: sql`coalesce(${mails.sentAt}, now())`,
      settledAt: sql`coalesce(${mails.settledAt}, now())`,
    })
    .where(
      and(
        or(eq(mails.providerId, providerId), byKey ?? undefined),
        inArray(mails.state, [...from]),
      ),
    )
    .returning({ id: mails.id })
  return rows.length > 0
}
