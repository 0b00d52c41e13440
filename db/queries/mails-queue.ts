import { and, asc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement, projection } from '../driver'
import { mailBatches, mails } from '../schema/mails'
import type { MailRow } from './mails'

/** Any number: one sender at a time picks its mails, which takes milliseconds. */
const CLAIM_LOCK = 7_340_255

/** Seconds after which a mail in somebody's hands counts as dropped: longer than a call lasts. */
const LEASE = 15

/**
 * Hours after its last call within which a mail of unknown fate may be repeated: the service
 * remembers a key for a day, and the first of several calls is at most five hours older.
 */
const REPEATABLE = 18

/** Mails of a batch, and all others, which go beside them. */
export type MailQueue = 'single' | 'batch'

/** Nobody knows any more whether the service has it. */
const forgotten = sql`((${mails.state} = 'sending' or ${mails.attempts} > 0) and coalesce(
  ${mails.claimedAt} < clock_timestamp() - make_interval(hours => ${sql.raw(String(REPEATABLE))}), false))`
/** When a mail in hand counts as dropped. */
const freeAt = sql`${mails.claimedAt} + make_interval(secs => ${sql.raw(String(LEASE))})`
const dropped = sql`${mails.state} = 'sending' and ${freeAt} < clock_timestamp()`
/** Asked of each mail in its turn: as a join it would be worked out for all mails that wait. */
const stoppedAt = sql`(select ${mailBatches.stoppedAt} from ${mailBatches}
  where ${mailBatches.id} = ${mails.batchId})`
const waiting = sql`${mails.state} = 'queued' and ${stoppedAt} is null`
const due = sql`((${waiting} and ${mails.dueAt} <= clock_timestamp()) or (${dropped}))
  and not ${forgotten}`
/** Says nothing new of `due`; without it the index of the few mails on their way is not used. */
const onItsWay = sql`${mails.state} in ('queued', 'sending')`
const inQueue = {
  single: sql`${mails.batchId} is null and ${onItsWay}`,
  batch: sql`${mails.batchId} is not null and ${onItsWay}`,
}
const inTurn = [asc(mails.dueAt), asc(mails.id)]

const claimed = { state: 'sending', claimedAt: sql`clock_timestamp()` } as const

const { id, template, toMail, name, subject, message, confCode, link } = mails
const { sponsorId, details, attempts, round, callKey } = mails
const handColumns = {
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
  round,
  callKey,
}

/** A mail in a sender's hands: what it is made of, and how often it was tried. */
export type ClaimedMail = Pick<MailRow, keyof typeof handColumns>

// What every sale's mail asks is planned once, since planning takes longer than the work.
const claimNext = prepareStatement<ClaimedMail>(sql`
  update ${mails} set state = 'sending', claimed_at = clock_timestamp() where ${id} in (
    select ${id} from ${mails} where ${inQueue.single} and ${due}
    order by ${mails.lowPriority}, ${sql.join(inTurn, sql`, `)} limit ${sql.placeholder('few')} for update skip locked)
  returning ${projection(handColumns)}`)

/** Takes the next single mails in hand that are due, or dropped by a dead sender; sales go first. */
export const claimSingleMails = (db: Db, few: number): Promise<ClaimedMail[]> =>
  claimNext(db, { few })

/** Template names `alone`: one mail a call. `few` of these at once, `many` of others in one call. */
export interface ClaimLimits {
  alone: readonly string[]
  few: number
  many: number
}

/**
 * Takes the next mails of batches in hand that are due, or that a dead sender has dropped: some
 * for calls of their own, or mails of one call, which then share a `callKey`. Those of a call whose fate is
 * unknown come together again, all of them, so that the call can be repeated as it was.
 */
export function claimBatchMails(db: Db, limits: ClaimLimits): Promise<ClaimedMail[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const [head] = await pick(tx, 1)
    if (!head) return []
    const isFresh = (mail: Head) =>
      mail.callKey === null && mail.attempts === 0 && mail.state === 'queued'
    if (head.callKey !== null)
      return take(tx, and(eq(mails.callKey, head.callKey), onItsWay), head.callKey)
    if (limits.alone.includes(head.template) || !isFresh(head)) {
      const others = await pick(tx, limits.few, isNull(mails.callKey))
      const alone = others.filter((m) => limits.alone.includes(m.template) || !isFresh(m))
      return take(tx, inArray(mails.id, ids(alone)), null)
    }
    const fresh = and(
      isNull(mails.callKey),
      eq(mails.attempts, 0),
      eq(mails.state, 'queued'),
      not(inArray(mails.template, [...limits.alone])),
      sql`${mails.batchId} is not distinct from ${head.batchId}`,
    )
    const together = await pick(tx, limits.many, fresh)
    return take(
      tx,
      inArray(mails.id, ids(together)),
      together.length > 1 ? crypto.randomUUID() : null,
    )
  })
}

type Head = Pick<MailRow, 'id' | 'template' | 'callKey' | 'batchId' | 'attempts' | 'state'>

const ids = (rows: Head[]) => rows.map(({ id }) => id)

const pick = (tx: Db, most: number, more?: SQL): Promise<Head[]> =>
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
    .where(and(inQueue.batch, due, more))
    .orderBy(...inTurn)
    .limit(most)
    .for('update', { skipLocked: true })

/** In the order of their ids, so that a repeated call holds the same mails in the same places. */
async function take(
  tx: Db,
  which: SQL | undefined,
  callKey: string | null,
): Promise<ClaimedMail[]> {
  const rows = await tx
    .update(mails)
    .set({ ...claimed, callKey })
    .where(which)
    .returning(handColumns)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

const untilNext = (queue: MailQueue) => {
  const first = (at: SQL | typeof mails.dueAt, which: SQL) => sql`(
    select ${at} from ${mails} where ${inQueue[queue]} and ${which} and not ${forgotten}
    order by ${at} limit 1)`
  const next = sql`least(${first(mails.dueAt, waiting)}, ${first(freeAt, sql`${mails.state} = 'sending'`)})`
  return prepareStatement<{ wait: number | null }>(
    sql`select extract(epoch from ${next} - clock_timestamp())::float as wait`,
  )
}
const untilNextOf = { single: untilNext('single'), batch: untilNext('batch') }

/** Seconds until a waiting mail is due or a dropped one is free; null when there is none. */
export async function secondsToNextMail(db: Db, queue: MailQueue): Promise<number | null> {
  const [row] = await untilNextOf[queue](db)
  return row?.wait == null ? null : Math.max(row.wait, 0)
}

/** Makes a waiting mail due now; false when it does not wait. */
export async function sendImmediately(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(mails)
    .set({ dueAt: sql`clock_timestamp()` })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')))
    .returning({ id: mails.id })
  return rows.length > 0
}

/**
 * Leaves to a person what was cut off so long ago that a repetition might be a second mail;
 * the service may still tell that it was delivered. Answers how many.
 */
export async function failExpiredClaims(db: Db, lastError: string): Promise<number> {
  const rows = await db
    .update(mails)
    .set({ state: 'failed', lastError, settledAt: sql`clock_timestamp()` })
    .where(and(onItsWay, forgotten))
    .returning({ id: mails.id })
  return rows.length
}

/** What came of a mail that was in hand. */
export interface DeliveryOutcome {
  id: string
  state: 'sent' | 'recorded' | 'failed' | 'queued'
  attempts: number
  lastError: string | null
  providerId?: string | null
  /** Of one that waits again. */
  inSeconds?: number
  /** It no longer travels with others. */
  alone?: boolean
  subject?: string
  html?: string
  text?: string
}

const settle = prepareStatement(sql`
  update mails m set
    state = case when m.state in ('sending', 'queued') then r.state else m.state end,
    attempts = r.attempts,
    last_error = case when m.state in ('sending', 'queued') then r."lastError" else m.last_error end,
    provider_id = coalesce(r."providerId", m.provider_id),
    subject = coalesce(r.subject, m.subject),
    html = coalesce(r.html, m.html),
    plain_text = coalesce(r.text, m.plain_text),
    call_key = case when r.alone then null else m.call_key end,
    due_at = clock_timestamp() + make_interval(secs => coalesce(r."inSeconds", 0)),
    sent_at = case when r.state = 'sent' then clock_timestamp() else m.sent_at end,
    settled_at = case when r.state <> 'queued' then clock_timestamp() end
  from json_to_recordset(${sql.placeholder('given')}::text::json) as r(id uuid, state text,
    attempts int, "lastError" text, "providerId" text, "inSeconds" float, alone boolean,
    subject text, html text, text text)
  where m.id = r.id and (m.state = 'sending' or r.state = 'sent')`)

/**
 * Writes what came of mails, in one statement. One that left the hand meanwhile is left as
 * it is (the service has told of its delivery, or another sender took it up), except that a
 * mail once taken by the service is sent, whatever a second call made of it.
 */
export async function recordOutcomes(db: Db, given: DeliveryOutcome[]): Promise<void> {
  await settle(db, { given: JSON.stringify(given) })
}

/** Seconds until the asked calls may be made; `pausedFor` is above 0 while none may be. */
export type RateSlot = {
  wait: number
  pausedFor: number
}

const reserve = prepareStatement<{ wait: number; pausedFor: number | null }>(sql`
  insert into mail_service as s (id, free_at)
  values (1, clock_timestamp() + make_interval(secs => ${sql.placeholder('taken')}::float))
  on conflict (id) do update set free_at = case
    when s.paused_until > clock_timestamp() then s.free_at
    else greatest(s.free_at, clock_timestamp())
      + make_interval(secs => ${sql.placeholder('taken')}::float) end
  returning
    greatest(extract(epoch from free_at - clock_timestamp())::float - ${sql.placeholder('taken')}::float, 0)
      as wait,
    greatest(extract(epoch from paused_until - clock_timestamp())::float, 0) as "pausedFor"`)

/**
 * Reserves so many calls at this rate behind those of all other instances. While the service
 * has asked for a pause nothing is reserved.
 */
export async function reserveRateSlots(
  db: Db,
  calls: number,
  perSecond: number,
): Promise<RateSlot> {
  const [turn] = await reserve(db, { taken: calls / perSecond })
  if (!turn) throw new Error('the turn at the mail service was not stored')
  return { wait: turn.wait, pausedFor: turn.pausedFor ?? 0 }
}

/** Lets every instance wait with all mail; the longest of several pauses counts. */
export async function pauseService(db: Db, seconds: number, reason: string): Promise<void> {
  await db.execute(sql`
    insert into mail_service as s (id, paused_until, reason)
    values (1, clock_timestamp() + make_interval(secs => ${seconds}), ${reason})
    on conflict (id) do update set reason = ${reason},
      paused_until = greatest(s.paused_until, excluded.paused_until)`)
}

/** Until when all mail waits, and why; null when it does not. */
export async function getPause(db: Db): Promise<{ until: Date; reason: string } | null> {
  const [row] = await db.execute<{ until: string; reason: string }>(sql`
    select paused_until as until, reason from mail_service where paused_until > clock_timestamp()`)
  return row ? { until: new Date(row.until), reason: row.reason } : null
}
