import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, now } from '../client'
import { idempotencyKeys } from '../schema'

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

/** The sign of life of all runs of a process. */
export async function renewClaims(db: Db, runs: string[]): Promise<void> {
  const { run, status } = idempotencyKeys
  await db
    .update(idempotencyKeys)
    .set({ createdAt: now })
    .where(and(inArray(run, runs), isNull(status)))
}

export async function getKeptAnswer(db: Db, id: string) {
  const { request, status, headers, answer } = idempotencyKeys
  const [kept] = await db
    .select({ request, status, headers, answer })
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

export async function releaseKey(db: Db, claim: Claim): Promise<void> {
  await db.delete(idempotencyKeys).where(ofRun(claim))
}

export async function deleteOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`)
}
