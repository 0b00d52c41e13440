import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { withCommitHook } from '@/db/commit-hook'
import { getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import {
  claimKey,
  getStoredResponse,
  markCommitted,
  releaseKey,
  renewClaims,
  storeResponse,
} from '@/db/queries/idempotency-keys'
import { ServiceError } from '@/lib/http/errors'
import { type Limit, networkOf, rateLimitByKey } from '@/lib/http/rate-limit'
import { contentTypeOf } from '@/lib/http/request'
import { logError } from '@/lib/log/log'
import { errorResponse } from './error-response'

const HEADER = 'idempotency-key'

/** Returns the Idempotency-Key of a request, or null. Throws 400 for an invalid key. */
export function idempotencyKey(request: Request): string | null {
  const key = request.headers.get(HEADER)
  if (key !== null && !/^[!-~]{1,200}$/.test(key))
    throw new ServiceError('invalid', 'Idempotency-Key mora imati 1 do 200 vidljivih znakova.', {
      code: 'invalid_idempotency_key',
    })
  return key
}

interface KeyedRequest {
  request: Request
  key: string
  bytes: Uint8Array | undefined
  userId: number | string | undefined
}

/**
 * Heartbeats of running requests, in ms. One is sent every 5 s, and a request without a heartbeat
 * for 30 s is considered dead. A process that cannot reach the database for 30 s cannot commit
 * either.
 */
export const HEARTBEAT = { intervalMs: 5_000, timeoutMs: 30_000 }

const runs = processSingleton('runs', () => ({
  alive: new Set<string>(),
  isSendingHeartbeats: false,
}))

/** Sends heartbeats for a run until its work ends. One statement covers all runs of this process. */
async function withHeartbeat<T>(runId: string, work: () => Promise<T>): Promise<T> {
  runs.alive.add(runId)
  if (!runs.isSendingHeartbeats) void sendHeartbeats()
  try {
    return await work()
  } finally {
    runs.alive.delete(runId)
  }
}

async function sendHeartbeats(): Promise<void> {
  runs.isSendingHeartbeats = true
  while (runs.alive.size > 0) {
    await sleep(HEARTBEAT.intervalMs, null, { ref: false })
    if (runs.alive.size > 0)
      await renewClaims(getDb(), [...runs.alive]).catch((error) =>
        logError(`idempotency: sending a heartbeat failed: ${String(error)}`),
      )
  }
  runs.isSendingHeartbeats = false
}

/**
 * Runs a request at most once per Idempotency-Key. A repeat with the same body gets the stored
 * response; with another body 422; while the first still runs, 409. After 5xx or 429 the request may run
 * again, unless part of its work was committed: each transaction also commits a marker. `run` must not
 * throw.
 */
export async function runOnce(
  keyed: KeyedRequest,
  run: () => Promise<Response>,
): Promise<Response> {
  const db = getDb()
  const claim = { id: claimIdOf(keyed), requestHash: bodyHashOf(keyed), runId: randomUUID() }
  if (keyed.userId === undefined) {
    const stored = await getStored(claim.id)
    if (stored?.state === 'answered') return replay(stored, claim.requestHash)
    if (!(await isWithinLimit(keyed.request))) return run()
  }
  for (let attempt = 0; !(await claimKey(db, claim, HEARTBEAT.timeoutMs / 1000)); attempt++) {
    const stored = await getStored(claim.id)
    if (stored) return replay(stored, claim.requestHash)
    // The other run released its key between the two statements, so this run tries to claim it
    // again.
    if (attempt === 5) throw stillRunning()
    await sleep(20)
  }
  let isOver = false
  const commitMarker = async (tx: Parameters<typeof markCommitted>[0]) => {
    // Work that continues after the response of the request is not part of the run.
    if (!isOver && !(await markCommitted(tx, claim))) throw stillRunning()
  }
  const response = await withHeartbeat(claim.runId, () => withCommitHook(commitMarker, run))
  isOver = true
  const isTransient = response.status >= 500 || response.status === 429
  try {
    if (isTransient && (await releaseKey(db, claim))) return response
    const toStore = isTransient ? errorResponse(keyed.request, alreadyDone()) : response
    await storeResponse(db, claim, await storableResponse(toStore))
  } catch (error) {
    // The work is committed, so the caller gets the response, although it could not be stored.
    logError(`idempotency: storing a response failed: ${String(error)}`)
  }
  return response
}

/**
 * Maximum number of keys per network and hour for anonymous callers, who could send endless new
 * keys. Above it their writes run as if they had no key.
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

const getStored = (id: string) => getStoredResponse(getDb(), id, HEARTBEAT.timeoutMs / 1000)

type StoredRun = NonNullable<Awaited<ReturnType<typeof getStoredResponse>>>

function replay(stored: StoredRun, requestHash: string): Response {
  if (stored.requestHash !== requestHash)
    throw new ServiceError(
      'unprocessable',
      'Ovaj Idempotency-Key već pripada drugačijem zahtjevu: za novi zahtjev pošaljite novi ključ.',
      { code: 'idempotency_key_reused' },
    )
  if (stored.state === 'running') throw stillRunning()
  if (stored.state === 'done' || stored.status === null) throw alreadyDone()
  const headers = { ...stored.headers, 'idempotency-replayed': 'true' }
  const body = stored.answer && new Uint8Array(stored.answer)
  return new Response(body, { status: stored.status, headers })
}

async function storableResponse(response: Response) {
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

/**
 * Returns the id of a claimed Idempotency-Key: a hash of user, method, URL and key. All anonymous
 * callers count as the same user.
 */
function claimIdOf({ request, key, userId }: KeyedRequest): string {
  const { pathname, search } = new URL(request.url)
  const path = pathname.replace(/\/+$/, '') + search
  return hash(String(userId ?? 'anyone'), request.method, path, key)
}

/**
 * Returns the hash of the body. The boundary of a form is left out, because each request has a new
 * one.
 */
function bodyHashOf({ request, bytes = new Uint8Array() }: KeyedRequest): string {
  const boundary = /boundary="?([^";]+)/i.exec(contentTypeOf(request))?.[1]
  if (!boundary) return hash(bytes)
  return hash(Buffer.from(bytes).toString('latin1').replaceAll(boundary, ''))
}
