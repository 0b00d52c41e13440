import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { TransactionSql } from 'postgres'
import { type Db, now } from '../pool'
import { idempotencyKeys } from '../schema/idempotency-keys'

interface Claim {
  id: string
  requestHash: string
  runId: string
}

/**
 * Claims an Idempotency-Key for this attempt. Returns false if another attempt has claimed it. An
 * attempt for the same request takes over a running claim after `silenceS` seconds without a
 * heartbeat, because the process of that claim has died.
 */
export async function claimKey(db: Db, claim: Claim, silenceS: number): Promise<boolean> {
  const mine = await db
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: { runId: claim.runId, createdAt: now },
      setWhere: sql`${idempotencyKeys.status} is null
        and ${idempotencyKeys.requestHash} = ${claim.requestHash}
        and ${idempotencyKeys.createdAt} < now() - make_interval(secs => ${silenceS})`,
    })
    .returning({ id: idempotencyKeys.id })
  return mine.length > 0
}

/** Status of a request whose write is committed and whose response is not stored yet. */
const COMMITTED = 0

/** SQL: no response is stored. The request is running, or its process died before storing one. */
const isWithoutResponse = sql`coalesce(${idempotencyKeys.status}, ${COMMITTED}) = ${COMMITTED}`

/** Stores the heartbeat of all running attempts of this process. */
export async function renewClaims(db: Db, runIds: string[]): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ createdAt: now })
    .where(and(inArray(idempotencyKeys.runId, runIds), isWithoutResponse))
}

/**
 * Marks the request as committed, inside the transaction of its write, so that both commit or
 * neither. Returns false if another attempt has taken over the key.
 */
export async function sealRun(tx: TransactionSql, { id, runId }: Claim): Promise<boolean> {
  const [mine] = await tx.unsafe(
    `update idempotency_keys set status = ${COMMITTED}
      where id = $1 and run_id = $2 and coalesce(status, ${COMMITTED}) = ${COMMITTED} returning id`,
    [id, runId],
    { prepare: true },
  )
  return mine !== undefined
}

/**
 * Returns the stored state of a key: `running`, `answered` with the response, or `done` if the write
 * is committed and its attempt has sent no heartbeat for `silenceS` seconds.
 */
export async function getKeptAnswer(db: Db, id: string, silenceS: number) {
  const { requestHash, headers, answer } = idempotencyKeys
  const status = sql<number | null>`nullif(${idempotencyKeys.status}, ${COMMITTED})`
  const state = sql<'running' | 'done' | 'answered'>`case
    when not ${isWithoutResponse} then 'answered'
    when ${idempotencyKeys.status} is not null
      and ${idempotencyKeys.createdAt} < now() - make_interval(secs => ${silenceS}) then 'done'
    else 'running' end`
  const [kept] = await db
    .select({ requestHash, status, headers, answer, state })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, id))
  return kept ?? null
}

const ofRun = ({ id, runId }: Claim) =>
  and(eq(idempotencyKeys.id, id), eq(idempotencyKeys.runId, runId))

/** Stores the response of a request, unless another attempt has taken over the key. */
export async function keepAnswer(
  db: Db,
  claim: Claim,
  answer: { status: number; headers: Record<string, string>; answer: Buffer | null },
): Promise<void> {
  await db.update(idempotencyKeys).set(answer).where(ofRun(claim))
}

/**
 * Releases a key, so that another attempt can claim it. Returns false, and keeps the key, if the
 * write is committed and must not be repeated.
 */
export async function releaseKey(db: Db, claim: Claim): Promise<boolean> {
  const isStored = sql`${idempotencyKeys.status} is not distinct from ${COMMITTED}`
  await db.delete(idempotencyKeys).where(and(ofRun(claim), sql`not ${isStored}`))
  const [left] = await db
    .select({ id: idempotencyKeys.id })
    .from(idempotencyKeys)
    .where(ofRun(claim))
  return left === undefined
}

/**
 * Deletes the stored responses that contain one of these texts. `marks` is a query with the texts in
 * the column `mark`. Null and an empty text are ignored.
 */
export async function deleteAnswersWith(tx: Db, marks: SQL): Promise<void> {
  await tx.execute(sql`
    delete from idempotency_keys k using (${marks}) marks
    where marks.mark <> '' and position(convert_to(marks.mark, 'UTF8') in k.answer) > 0`)
}

export async function deleteOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`)
}
