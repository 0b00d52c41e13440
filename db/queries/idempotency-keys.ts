import { and, eq, inArray, sql } from 'drizzle-orm'
import type { TransactionSql } from 'postgres'
import { type Db, now } from '../client'
import { idempotencyKeys } from '../schema/idempotency-keys'

interface Claim {
  id: string
  request: string
  run: string
}

/**
 * Makes this run the one that does what the key names. The same request may take the place
 * of a run that has given no sign of life for so many seconds: its process has died.
 */
export async function claimKey(db: Db, claim: Claim, silence: number): Promise<boolean> {
  const mine = await db
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: { run: claim.run, createdAt: now },
      setWhere: sql`${idempotencyKeys.status} is null
        and ${idempotencyKeys.request} = ${claim.request}
        and ${idempotencyKeys.createdAt} < now() - make_interval(secs => ${silence})`,
    })
    .returning({ id: idempotencyKeys.id })
  return mine.length > 0
}

/** Its work is stored, and its answer not yet. */
const SEALED = 0

/** No answer is kept: it runs, or nobody will ever know its answer. */
const isWithoutResponse = sql`coalesce(${idempotencyKeys.status}, ${SEALED}) = ${SEALED}`

/** The sign of life of all runs of a process. */
export async function renewClaims(db: Db, runs: string[]): Promise<void> {
  const { run } = idempotencyKeys
  await db
    .update(idempotencyKeys)
    .set({ createdAt: now })
    .where(and(inArray(run, runs), isWithoutResponse))
}

/**
 * Writes in a transaction of the run's own that what the key names is done: that stands, or falls,
 * with the work itself. False when another run has taken this one's place.
 */
export async function sealRun(tx: TransactionSql, { id, run }: Claim): Promise<boolean> {
  const [mine] = await tx.unsafe(
    `update idempotency_keys set status = ${SEALED}
      where id = $1 and run = $2 and coalesce(status, ${SEALED}) = ${SEALED} returning id`,
    [id, run],
    { prepare: true },
  )
  return mine !== undefined
}

/**
 * What is kept under a key: `running`, or `done` by a run whose answer nobody knows (silent for
 * so many seconds), or the answer.
 */
export async function getKeptAnswer(db: Db, id: string, silence: number) {
  const { request, headers, answer } = idempotencyKeys
  const status = sql<number | null>`nullif(${idempotencyKeys.status}, ${SEALED})`
  const state = sql<'running' | 'done' | 'answered'>`case
    when not ${isWithoutResponse} then 'answered'
    when ${idempotencyKeys.status} is not null
      and ${idempotencyKeys.createdAt} < now() - make_interval(secs => ${silence}) then 'done'
    else 'running' end`
  const [kept] = await db
    .select({ request, status, headers, answer, state })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, id))
  return kept ?? null
}

const ofRun = ({ id, run }: Claim) => and(eq(idempotencyKeys.id, id), eq(idempotencyKeys.run, run))

/** Keeps the answer, unless another run has taken this one's place. */
export async function keepAnswer(
  db: Db,
  claim: Claim,
  answer: { status: number; headers: Record<string, string>; answer: Buffer | null },
): Promise<void> {
  await db.update(idempotencyKeys).set(answer).where(ofRun(claim))
}

/** Frees a key to be done anew; false when some of its work is stored and must not be. */
export async function releaseKey(db: Db, claim: Claim): Promise<boolean> {
  const isStored = sql`${idempotencyKeys.status} is not distinct from ${SEALED}`
  await db.delete(idempotencyKeys).where(and(ofRun(claim), sql`not ${isStored}`))
  const [left] = await db
    .select({ id: idempotencyKeys.id })
    .from(idempotencyKeys)
    .where(ofRun(claim))
  return left === undefined
}

export async function deleteOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`)
}
