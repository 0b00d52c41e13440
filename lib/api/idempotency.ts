import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getDb } from '@/db/client'
import { withCommitHook } from '@/db/commit-hook'
import { processSingleton } from '@/db/process-singleton.mjs'
import {
  claimKey,
  getKeptAnswer,
  keepAnswer,
  releaseKey,
  renewClaims,
  sealRun,
} from '@/db/queries/idempotency-keys'
import { ServiceError } from '@/lib/http/errors'
import { type Limit, networkOf, rateLimitByKey } from '@/lib/http/rate-limit'
import { contentTypeOf } from '@/lib/http/request'
import { logError } from '@/lib/log/log'
import { errorResponse } from './error-response'

const HEADER = 'idempotency-key'

/** The key that names this write, or null. Throws 400 for one that is none. */
export function idempotencyKey(request: Request): string | null {
  const key = request.headers.get(HEADER)
  if (key !== null && !/^[!-~]{1,200}$/.test(key))
    throw new ServiceError('invalid', 'Idempotency-Key mora imati 1 do 200 vidljivih znakova.', {
      code: 'invalid_idempotency_key',
    })
  return key
}

interface Named {
  request: Request
  key: string
  bytes: Uint8Array | undefined
  userId: number | string | undefined
}

/**
 * Milliseconds between the signs of life that a process gives of its runs, and the silence
 * after which a run counts as dead: five signs missed. Whoever cannot reach the database for
 * so long cannot have its work stored either.
 */
export const HEARTBEAT = { every: 5_000, silence: 30_000 }

const runs = processSingleton('runs', () => ({ alive: new Set<string>(), isBeating: false }))

/** Tells that a run lives for as long as it does: one statement for all of this process. */
async function withHeartbeat<T>(run: string, work: () => Promise<T>): Promise<T> {
  runs.alive.add(run)
  if (!runs.isBeating) void sendHeartbeats()
  try {
    return await work()
  } finally {
    runs.alive.delete(run)
  }
}

async function sendHeartbeats(): Promise<void> {
  runs.isBeating = true
  while (runs.alive.size > 0) {
    await sleep(HEARTBEAT.every, null, { ref: false })
    if (runs.alive.size > 0)
      await renewClaims(getDb(), [...runs.alive]).catch((error) =>
        logError(`idempotency: no sign of life: ${String(error)}`),
      )
  }
  runs.isBeating = false
}

/**
 * Does what a key names once: whoever comes again with the same key and body gets the first
 * answer, with another body a 422, while it is still running a 409. What was refused for a
 * passing reason (5xx, 429) is done anew, unless some of it was stored before: each transaction
 * of the work is committed together with the word that it was. `run` must not throw.
 */
export async function runOnce(named: Named, run: () => Promise<Response>): Promise<Response> {
  const db = getDb()
  const claim = { id: identityOf(named), request: contentOf(named), run: randomUUID() }
  if (named.userId === undefined) {
    const kept = await getKept(claim.id)
    if (kept?.state === 'answered') return replay(kept, claim.request)
    if (!(await isWithinLimit(named.request))) return run()
  }
  for (let attempt = 0; !(await claimKey(db, claim, HEARTBEAT.silence / 1000)); attempt++) {
    const kept = await getKept(claim.id)
    if (kept) return replay(kept, claim.request)
    // Given up between the two statements: the next claim is the first again.
    if (attempt === 5) throw stillRunning()
    await sleep(20)
  }
  let isOver = false
  const seal = async (tx: Parameters<typeof sealRun>[0]) => {
    // What was begun on the way and goes on behind the answer is no part of it.
    if (!isOver && !(await sealRun(tx, claim))) throw stillRunning()
  }
  const response = await withHeartbeat(claim.run, () => withCommitHook(seal, run))
  isOver = true
  const passing = response.status >= 500 || response.status === 429
  try {
    if (passing && (await releaseKey(db, claim))) return response
    const kept = passing ? errorResponse(named.request, alreadyDone()) : response
    await keepAnswer(db, claim, await recordOf(kept))
  } catch (error) {
    // What was done is done: the caller hears so, also when a second call would not.
    logError(`idempotency: an answer was not kept: ${String(error)}`)
  }
  return response
}

/**
 * Anybody can make up keys without end. Beyond so many from one network within an hour
 * nothing is kept for strangers: their writes are done as if they had no name.
 */
export const ANONYMOUS_KEY_LIMIT: Limit = { points: 600, seconds: 3600 }

const isWithinLimit = (request: Request) =>
  rateLimitByKey('idempotency', networkOf(request), ANONYMOUS_KEY_LIMIT).then(
    () => true,
    () => false,
  )

const stillRunning = () =>
  new ServiceError('conflict', 'Isti zahtjev se još obrađuje. Pokušajte za koji trenutak.', {
    code: 'still_running',
    retryAfterSeconds: 1,
  })

const alreadyDone = () =>
  new ServiceError(
    'conflict',
    'Ovaj je zahtjev već obavljen, ali se odgovor izgubio. Osvježite stranicu i provjerite.',
    { code: 'already_done' },
  )

const getKept = (id: string) => getKeptAnswer(getDb(), id, HEARTBEAT.silence / 1000)

type Kept = NonNullable<Awaited<ReturnType<typeof getKeptAnswer>>>

function replay(kept: Kept, request: string): Response {
  if (kept.request !== request)
    throw new ServiceError(
      'unprocessable',
      'Ovaj Idempotency-Key već pripada drugačijem zahtjevu: za novi zahtjev pošaljite novi ključ.',
      { code: 'idempotency_key_reused' },
    )
  if (kept.state === 'running') throw stillRunning()
  if (kept.state === 'done' || kept.status === null) throw alreadyDone()
  const headers = { ...kept.headers, 'idempotency-replayed': 'true' }
  return new Response(kept.answer && new Uint8Array(kept.answer), { status: kept.status, headers })
}

async function recordOf(response: Response) {
  const bytes = Buffer.from(await response.clone().arrayBuffer())
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    answer: response.status === 204 ? null : bytes,
  }
}

const hash = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}\n`).update(part)
  return hash.digest('base64url')
}

/** A signed-in person's keys are their own; the public's are the address's they call. */
function identityOf({ request, key, userId }: Named): string {
  const { pathname, search } = new URL(request.url)
  const path = pathname.replace(/\/+$/, '') + search
  return hash(String(userId ?? 'anyone'), request.method, path, key)
}

/** The body's hash. A form's boundary is made up anew for each sending, so it does not count. */
function contentOf({ request, bytes = new Uint8Array() }: Named): string {
  const boundary = /boundary="?([^";]+)/i.exec(contentTypeOf(request))?.[1]
  if (!boundary) return hash(bytes)
  return hash(Buffer.from(bytes).toString('latin1').replaceAll(boundary, ''))
}
