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
 * attempt for the same request takes over a running claim after `heartbeatTimeoutS` seconds without
 * a heartbeat, because the process of that claim has died.
 */
export async function claimKey(db: Db, claim: Claim, heartbeatTimeoutS: number): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: { runId: claim.runId, createdAt: now },
      setWhere: sql`${idempotencyKeys.status} is null
        and ${idempotencyKeys.requestHash} = ${claim.requestHash}
        and ${idempotencyKeys.createdAt} < now() - make_interval(secs => ${heartbeatTimeoutS})`,
    })
    .returning({ id: idempotencyKeys.id })
  return claimed.length > 0
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
export async function markCommitted(tx: TransactionSql, { id, runId }: Claim): Promise<boolean> {
  const [marked] = await tx.unsafe(
    `update idempotency_keys set status = ${COMMITTED}
      where id = $1 and run_id = $2 and coalesce(status, ${COMMITTED}) = ${COMMITTED} returning id`,
    [id, runId],
    { prepare: true },
  )
  return marked !== undefined
}

/**
 * Returns the stored state of a key: `running`, `answered` with the response, or `done` if the write
 * is committed and its attempt has sent no heartbeat for `heartbeatTimeoutS` seconds.
 */
export async function getStoredResponse(db: Db, id: string, heartbeatTimeoutS: number) {
  const { requestHash, headers, answer } = idempotencyKeys
  const status = sql<number | null>`nullif(${idempotencyKeys.status}, ${COMMITTED})`
  const state = sql<'running' | 'done' | 'answered'>`case
    when not ${isWithoutResponse} then 'answered'
    when ${idempotencyKeys.status} is not null
      and ${idempotencyKeys.createdAt} < now() - make_interval(secs => ${heartbeatTimeoutS}) then 'done'
    else 'running' end`
  const [stored] = await db
    .select({ requestHash, status, headers, answer, state })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, id))
  return stored ?? null
}

const isRun = ({ id, runId }: Claim) =>
  and(eq(idempotencyKeys.id, id), eq(idempotencyKeys.runId, runId))

/** Stores the response of a request, unless another attempt has taken over the key. */
export async function storeResponse(
  db: Db,
  claim: Claim,
  response: { status: number; headers: Record<string, string>; answer: Buffer | null },
): Promise<void> {
  await db.update(idempotencyKeys).set(response).where(isRun(claim))
}

/**
 * Releases a key, so that another attempt can claim it. Returns false, and keeps the key, if the
 * write is committed and must not be repeated.
 */
export async function releaseKey(db: Db, claim: Claim): Promise<boolean> {
  const isStored = sql`${idempotencyKeys.status} is not distinct from ${COMMITTED}`
  await db.delete(idempotencyKeys).where(and(isRun(claim), sql`not ${isStored}`))
  const [remaining] = await db
    .select({ id: idempotencyKeys.id })
    .from(idempotencyKeys)
    .where(isRun(claim))
  return remaining === undefined
}

/**
 * Deletes the stored responses that contain one of these texts. `texts` is a query with the texts
 * in the column `text`. Null and an empty text are ignored.
 */
export async function deleteResponsesWith(tx: Db, texts: SQL): Promise<void> {
  await tx.execute(sql`
    delete from idempotency_keys k using (${texts}) texts
    where texts.text <> '' and position(convert_to(texts.text, 'UTF8') in k.answer) > 0`)
}

export async function deleteOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`)
}
