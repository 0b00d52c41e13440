import { and, eq, sql } from 'drizzle-orm'
import { type Db, now } from '../client'
import { idempotencyKeys } from '../schema'

interface Claim {
  id: string
  request: string
  run: string
}

/**
 * Makes this run the one that does what the key names. A run that has been silent for a
 * minute died with its process, and the same request may take its place.
 */
export async function claimKey(db: Db, claim: Claim): Promise<boolean> {
  const mine = await db
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: { run: claim.run, createdAt: now },
      setWhere: sql`${idempotencyKeys.status} is null
        and ${idempotencyKeys.request} = ${claim.request}
        and ${idempotencyKeys.createdAt} < now() - interval '1 minute'`,
    })
    .returning({ id: idempotencyKeys.id })
  return mine.length > 0
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
