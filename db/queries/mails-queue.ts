import { and, asc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { TICKET_TEMPLATES } from '../catalogue/mail-states'
import type { Db } from '../pool'
import { prepareStatement, projection } from '../prepared'
import { mailBatches, mails } from '../schema/mails'
import { hasRecipient, type MailRow } from './mails'

/**
 * Key of the advisory lock for claiming mails of batches. Senders claim one after another, which
 * takes milliseconds.
 */
const CLAIM_LOCK = 7_340_255

/**
 * Seconds for which a sender claims a mail, longer than a request to the mail provider takes. After
 * that time the sender counts as dead, and another sender claims the mail.
 */
const LEASE_S = 15

/**
 * Hours after the last attempt within which a mail with an unknown outcome may be sent again. The
 * mail provider remembers the key of a mail for a day, and the first attempt may be 5 hours older.
 */
const MAX_REPEAT_HOURS = 18

/** Queue of a mail. Single mails and mails of batches are sent independently. */
export type MailQueue = 'single' | 'batch'

/**
 * SQL: whether the outcome of the last attempt is unknown and so old that a repeated mail might
 * arrive twice.
 */
const outcomeExpired = sql`((${mails.state} = 'sending' or ${mails.attempts} > 0) and coalesce(
  ${mails.claimedAt} < clock_timestamp() - make_interval(hours => ${sql.raw(String(MAX_REPEAT_HOURS))}), false))`
/** SQL: time at which the lease of a claimed mail ends. */
const leaseEndsAt = sql`${mails.claimedAt} + make_interval(secs => ${sql.raw(String(LEASE_S))})`
const isLeaseOver = sql`${mails.state} = 'sending' and ${leaseEndsAt} < clock_timestamp()`
/**
 * SQL: time at which the mail's batch was stopped. A join would compute it for all queued mails.
 */
const stoppedAt = sql`(select ${mailBatches.stoppedAt} from ${mailBatches}
  where ${mailBatches.id} = ${mails.batchId})`
const isWaiting = sql`${mails.state} = 'queued' and ${stoppedAt} is null`
const isDue = sql`((${isWaiting} and ${mails.dueAt} <= clock_timestamp()) or (${isLeaseOver}))
  and not ${outcomeExpired}`
/**
 * SQL: whether a mail is queued or being sent. `isDue` implies it, but only this condition makes
 * PostgreSQL use the partial index of pending mails.
 */
const isPending = sql`${mails.state} in ('queued', 'sending')`
const inQueue = {
  single: sql`${mails.batchId} is null and ${isPending}`,
  batch: sql`${mails.batchId} is not null and ${isPending}`,
}
const byDueTime = [asc(mails.dueAt), asc(mails.id)]

const claimed = { state: 'sending', claimedAt: sql`clock_timestamp()` } as const

const { id, template, toMail, name, subject, message, confCode, link } = mails
const { sponsorId, details, attempts, resendCount, callKey, batchId } = mails
const claimColumns = {
  id,
  template,
  toMail,
  name,
  subject,
  message,
  confCode,
  link,
  sponsorId,
  details,
  attempts,
  resendCount,
  callKey,
}

/** Claimed mail with its content and the number of attempts. */
export type ClaimedMail = Pick<MailRow, keyof typeof claimColumns>

// The statement is prepared, because planning takes longer than execution and every sale sends a
// mail.
const claimNext = prepareStatement<ClaimedMail>(sql`
  update ${mails} set state = 'sending', claimed_at = clock_timestamp() where ${id} in (
    select ${id} from ${mails} where ${inQueue.single} and ${isDue}
    order by ${mails.lowPriority}, ${sql.join(byDueTime, sql`, `)} limit ${sql.placeholder('limit')} for update skip locked)
  returning ${projection(claimColumns)}`)

/** Claims the next single mails that are due, or whose lease is over. Mails of sales come first. */
export const claimSingleMails = (db: Db, limit: number): Promise<ClaimedMail[]> =>
  claimNext(db, { limit })

/**
 * Limits of a claim of batch mails. Templates in `singleTemplates` need one provider request per
 * mail, so at most `maxSingle` of these mails are claimed at once. At most `maxShared` other mails
 * are claimed, which share one request.
 */
export interface ClaimLimits {
  singleTemplates: readonly string[]
  maxSingle: number
  maxShared: number
}

/**
 * Claims the next batch mails that are due, or whose lease is over. Returns mails that are sent one
 * by one, or the mails of one shared provider request, which have the same `callKey`. If the
 * outcome of a shared request is unknown, all of its mails are claimed together, so that the same
 * request can be repeated.
 */
export function claimBatchMails(db: Db, limits: ClaimLimits): Promise<ClaimedMail[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const [head] = await lockDueMails(tx, 1)
    if (!head) return []
    const isFresh = (mail: Head) =>
      mail.callKey === null && mail.attempts === 0 && mail.state === 'queued'
    if (head.callKey !== null)
      return claim(tx, and(eq(mails.callKey, head.callKey), isPending), head.callKey)
    if (limits.singleTemplates.includes(head.template) || !isFresh(head)) {
      const others = await lockDueMails(tx, limits.maxSingle, isNull(mails.callKey))
      const single = others.filter(
        (m) => limits.singleTemplates.includes(m.template) || !isFresh(m),
      )
      return claim(tx, inArray(mails.id, ids(single)), null)
    }
    const fresh = and(
      isNull(mails.callKey),
      eq(mails.attempts, 0),
      eq(mails.state, 'queued'),
      not(inArray(mails.template, [...limits.singleTemplates])),
      sql`${mails.batchId} is not distinct from ${head.batchId}`,
    )
    const shared = await lockDueMails(tx, limits.maxShared, fresh)
    return claim(tx, inArray(mails.id, ids(shared)), shared.length > 1 ? crypto.randomUUID() : null)
  })
}

type Head = Pick<MailRow, 'id' | 'template' | 'callKey' | 'batchId' | 'attempts' | 'state'>

const ids = (rows: Head[]) => rows.map(({ id }) => id)

const lockDueMails = (tx: Db, limit: number, condition?: SQL): Promise<Head[]> =>
  tx
    .select({
      id: mails.id,
      template: mails.template,
      callKey: mails.callKey,
      batchId: mails.batchId,
      attempts: mails.attempts,
      state: mails.state,
    })
    .from(mails)
    .where(and(inQueue.batch, isDue, condition))
    .orderBy(...byDueTime)
    .limit(limit)
    .for('update', { skipLocked: true })

/**
 * Claims mails and returns them in order of ids, so that a repeated request has the same content.
 */
async function claim(
  tx: Db,
  condition: SQL | undefined,
  callKey: string | null,
): Promise<ClaimedMail[]> {
  const rows = await tx
    .update(mails)
    .set({ ...claimed, callKey })
    .where(condition)
    .returning(claimColumns)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

const waitStatement = (queue: MailQueue) => {
  const first = (at: SQL | typeof mails.dueAt, condition: SQL) => sql`(
    select ${at} from ${mails} where ${inQueue[queue]} and ${condition} and not ${outcomeExpired}
    order by ${at} limit 1)`
  const next = sql`least(${first(mails.dueAt, isWaiting)}, ${first(leaseEndsAt, sql`${mails.state} = 'sending'`)})`
  return prepareStatement<{ wait: number | null }>(
    sql`select extract(epoch from ${next} - clock_timestamp())::float as wait`,
  )
}
const waitStatements = { single: waitStatement('single'), batch: waitStatement('batch') }

/**
 * Returns the seconds until a queued mail is due or a lease ends; null without queued or claimed
 * mails.
 */
export async function secondsToNextMail(db: Db, queue: MailQueue): Promise<number | null> {
  const [row] = await waitStatements[queue](db)
  return row?.wait == null ? null : Math.max(row.wait, 0)
}

/** Mail with a ticket that is queued or being sent. */
interface PendingTicketMail {
  id: string
  confCode: string | null
  state: MailRow['state']
  toMail: string
  /** Whether the mail waits in a stopped batch. */
  isStopped: boolean
  /** Whether a sender claims the mail next. */
  isDue: boolean
}

/** Locks and lists the mails with the tickets of these codes that are queued or being sent. */
export const lockPendingTicketMails = (tx: Db, codes: string[]): Promise<PendingTicketMail[]> =>
  tx
    .select({
      id: mails.id,
      confCode: mails.confCode,
      state: mails.state,
      toMail: mails.toMail,
      isStopped: sql<boolean>`${stoppedAt} is not null`,
      isDue: sql<boolean>`${isDue}`,
    })
    .from(mails)
    .where(
      and(inArray(mails.confCode, codes), inArray(mails.template, TICKET_TEMPLATES), isPending),
    )
    .orderBy(asc(mails.id))
    .for('update')

/** Whether the batch of a mail is stopped. False for a mail without a batch. */
export async function isInStoppedBatch(db: Db, mailId: string): Promise<boolean> {
  const [row] = await db
    .select({ isStopped: sql<boolean>`${stoppedAt} is not null` })
    .from(mails)
    .where(eq(mails.id, mailId))
  return row?.isStopped ?? false
}

/**
 * Makes a queued mail due now, and takes it out of its batch if the batch is stopped. Returns
 * `stopped` for a mail that stays in its stopped batch, because a request of several mails was
 * tried with it and must be repeated as it was. Returns null if the mail is not queued.
 */
export async function sendImmediately(tx: Db, id: string): Promise<'due' | 'stopped' | null> {
  const [mail] = await tx
    .select({ batchId, attempts, callKey, isStopped: sql<boolean>`${stoppedAt} is not null` })
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')))
    .for('update')
  if (!mail) return null
  if (mail.isStopped && mail.callKey !== null && mail.attempts > 0) return 'stopped'
  const dueAt = sql`clock_timestamp()`
  await tx
    .update(mails)
    .set(mail.isStopped ? { dueAt, batchId: null, callKey: null } : { dueAt })
    .where(eq(mails.id, id))
  if (mail.isStopped && mail.batchId !== null)
    await tx
      .update(mailBatches)
      .set({ total: sql`${mailBatches.total} - 1` })
      .where(eq(mailBatches.id, mail.batchId))
  return 'due'
}

/**
 * Marks interrupted mails as failed if they might arrive twice when sent again. The provider may
 * still report their delivery. Returns the number of mails.
 */
export async function failExpiredClaims(db: Db, lastError: string): Promise<number> {
  const rows = await db
    .update(mails)
    .set({ state: 'failed', lastError, finishedAt: sql`clock_timestamp()` })
    .where(and(isPending, outcomeExpired))
    .returning({ id: mails.id })
  return rows.length
}

/** Result of an attempt to send a mail. */
export interface DeliveryOutcome {
  id: string
  state: 'sent' | 'recorded' | 'failed' | 'queued'
  attempts: number
  lastError: string | null
  providerId?: string | null
  /** Seconds until the next attempt, for a mail that is queued again. */
  inSeconds?: number
  /**
   * Whether the next attempt sends the mail alone, and no longer in a provider request that it
   * shares.
   */
  alone?: boolean
  subject?: string
  html?: string
  text?: string
}

const updateOutcomes = prepareStatement(sql`
  update mails m set
    state = case when m.state in ('sending', 'queued') then r.state else m.state end,
    attempts = r.attempts,
    last_error = case when m.state in ('sending', 'queued') then r."lastError" else m.last_error end,
    provider_id = coalesce(r."providerId", m.provider_id),
    subject = case when ${hasRecipient('m')} then coalesce(r.subject, m.subject) else '' end,
    html = case when ${hasRecipient('m')} then coalesce(r.html, m.html) end,
    plain_text = case when ${hasRecipient('m')} then coalesce(r.text, m.plain_text) end,
    call_key = case when r.alone then null else m.call_key end,
    due_at = clock_timestamp() + make_interval(secs => coalesce(r."inSeconds", 0)),
    sent_at = case when r.state = 'sent' then clock_timestamp() else m.sent_at end,
    finished_at = case when r.state <> 'queued' then clock_timestamp() end
  from json_to_recordset(${sql.placeholder('outcomes')}::text::json) as r(id uuid, state text,
    attempts int, "lastError" text, "providerId" text, "inSeconds" float, alone boolean,
    subject text, html text, text text)
  where m.id = r.id and (m.state = 'sending' or r.state = 'sent')`)

/**
 * Stores the results of attempts in one statement. Only a mail that is being sent changes its
 * state, because otherwise the provider has reported an event or another sender has taken over. As
 * an exception, `sent` also changes a mail that is queued again. A mail whose person was erased
 * meanwhile stays empty.
 */
export async function recordOutcomes(db: Db, outcomes: DeliveryOutcome[]): Promise<void> {
  await updateOutcomes(db, { outcomes: JSON.stringify(outcomes) })
}

/**
 * `wait`: seconds until the reserved requests may be sent. `pausedFor`: seconds until a pause ends;
 * above 0, no request may be sent.
 */
export type RateSlot = {
  wait: number
  pausedFor: number
}

const reserve = prepareStatement<{ wait: number; pausedFor: number | null }>(sql`
  insert into mail_service as s (id, next_call_at)
  values (1, clock_timestamp() + make_interval(secs => ${sql.placeholder('seconds')}::float))
  on conflict (id) do update set next_call_at = case
    when s.paused_until > clock_timestamp() then s.next_call_at
    else greatest(s.next_call_at, clock_timestamp())
      + make_interval(secs => ${sql.placeholder('seconds')}::float) end
  returning
    greatest(extract(epoch from next_call_at - clock_timestamp())::float - ${sql.placeholder('seconds')}::float, 0)
      as wait,
    greatest(extract(epoch from paused_until - clock_timestamp())::float, 0) as "pausedFor"`)

/**
 * Reserves times for requests to the mail provider, `perSecond` over all instances together. During
 * a pause, reserves nothing.
 */
export async function reserveRateSlots(
  db: Db,
  requests: number,
  perSecond: number,
): Promise<RateSlot> {
  const [slot] = await reserve(db, { seconds: requests / perSecond })
  if (!slot) throw new Error('the reservation of the mail provider was not stored')
  return { wait: slot.wait, pausedFor: slot.pausedFor ?? 0 }
}

/**
 * Pauses the sending of all mail on all instances. If several pauses overlap, the latest end
 * counts.
 */
export async function pauseService(db: Db, seconds: number, reason: string): Promise<void> {
  await db.execute(sql`
    insert into mail_service as s (id, paused_until, reason)
    values (1, clock_timestamp() + make_interval(secs => ${seconds}), ${reason})
    on conflict (id) do update set reason = ${reason},
      paused_until = greatest(s.paused_until, excluded.paused_until)`)
}

/** Returns the end and the reason of the current pause of all mail; null without a pause. */
export async function getPause(db: Db): Promise<{ until: Date; reason: string } | null> {
  const [row] = await db.execute<{ until: string; reason: string }>(sql`
    select paused_until as until, reason from mail_service where paused_until > clock_timestamp()`)
  return row ? { until: new Date(row.until), reason: row.reason } : null
}
