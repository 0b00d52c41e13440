import { createHmac } from 'node:crypto'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import { processSingleton } from '@/db/process-singleton.mjs'
import { RATE_LIMIT_TABLE, rateLimitStore } from '@/db/queries/rate-limits'
import { getAuthSecret } from '@/lib/config/auth-secret'
import { rateLimitNetwork } from '@/lib/http/client-address'
import { getMetrics } from '@/lib/metrics/registry'
import { ServiceError } from './errors'

/** Rate limit: at most `points` times in `seconds`. */
export interface Limit {
  points: number
  seconds: number
}

/** Timeout of the database. After it an instance counts by itself, without the other instances. */
const STORE_TIMEOUT_MS = 1000

const limiters = processSingleton(
  'limiters',
  () => new Map<string, RateLimiterMemory | RLWrapperTimeouts>(),
)

function getLimiter<L extends RateLimiterMemory | RLWrapperTimeouts>(
  name: string,
  create: () => L,
): L {
  const found = limiters.get(name) as L | undefined
  if (found) return found
  const limiter = create()
  limiters.set(name, limiter)
  return limiter
}

/**
 * Returns the limiter whose count all instances share in PostgreSQL. A client over the limit is
 * rejected from memory, without a statement. Without the database each instance counts alone.
 */
const sharedLimiter = ({ points, seconds }: Limit) =>
  getLimiter(`shared ${points}/${seconds}`, () => {
    const limit = { points, duration: seconds, keyPrefix: '' }
    const limiter = new RateLimiterPostgres({
      ...limit,
      storeClient: rateLimitStore,
      storeType: 'client',
      tableName: RATE_LIMIT_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(limit),
    })
    return new RLWrapperTimeouts({ limiter, timeoutMs: STORE_TIMEOUT_MS })
  })

/** Keyed hash, because a JMBAG or an IP could be found from a plain hash by trying all of them. */
const hashKey = (name: string, key: string) =>
  createHmac('sha256', getAuthSecret()).update(`${name}\n${key}`).digest('base64url')

/**
 * Limits an action by its subject, such as an e-mail, a JMBAG or a sponsor link. The count is
 * shared by all instances and costs one statement, so use it for writes. `name` is the name of
 * the limit, `key` the subject. Throws 429 with Retry-After.
 */
export async function rateLimitByKey(name: string, key: string, limit: Limit): Promise<void> {
  try {
    await sharedLimiter(limit).consume(hashKey(name, key))
  } catch (state) {
    throwIfLimited(state, name)
  }
}

/** Network by which rate limits count the sender of a request. */
export const networkOf = (request: Request) =>
  rateLimitNetwork(request.headers.get('x-forwarded-for') ?? 'unknown')

/**
 * Limits requests by client network. A whole faculty shares one IP, so every public endpoint
 * allows at least 600 requests a minute (rule 14.5). Throws 429 with Retry-After.
 *
 * Counting in the database would cost more than a public read. An instance therefore counts in
 * memory and adds to the shared count after each tenth of the limit. The shared limit is a tenth
 * higher, so that no client is rejected early; n instances allow at most n + 1 tenths too many.
 * With 0 `points` the request is checked but not counted.
 */
export async function rateLimitByIp(
  request: Request,
  perMinute = 600,
  name = 'public',
  points = 1,
): Promise<void> {
  const address = networkOf(request)
  const local = getLimiter(
    `${name} ${perMinute}`,
    () => new RateLimiterMemory({ points: perMinute, duration: 60 }),
  )
  const tenth = Math.ceil(perMinute / 10)
  try {
    const { consumedPoints } = await local.consume(address, points)
    if (points === 0 || consumedPoints % tenth !== 0) return
  } catch (state) {
    return throwIfLimited(state, name)
  }
  try {
    await sharedLimiter({ points: perMinute + tenth, seconds: 60 }).consume(
      hashKey(name, address),
      tenth,
    )
  } catch (state) {
    if (state instanceof RateLimiterRes) await local.block(address, state.msBeforeNext / 1000)
    throwIfLimited(state, name)
  }
}

/** Throws 429 if the limit is exceeded. An error of the limiter itself lets the request pass. */
function throwIfLimited(state: unknown, limit: string): void {
  if (!(state instanceof RateLimiterRes)) return
  getMetrics().limited.inc({ limit })
  throw new ServiceError('too_many', 'Previše zahtjeva. Pričekajte malo pa pokušajte ponovno.', {
    retryAfterSeconds: Math.max(1, state.msBeforeNext / 1000),
  })
}
