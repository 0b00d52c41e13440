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
import { getMeters } from '@/lib/metrics/registry'
import { ServiceError } from './errors'

/** How often something may be done: `points` times in `seconds`. */
export interface Limit {
  points: number
  seconds: number
}

/** Milliseconds after which an instance counts on its own rather than wait for the database. */
const PATIENCE = 1000

const limiters = processSingleton(
  'limiters',
  () => new Map<string, RateLimiterMemory | RLWrapperTimeouts>(),
)

function limiter<L extends RateLimiterMemory | RLWrapperTimeouts>(name: string, make: () => L): L {
  const found = limiters.get(name) as L | undefined
  if (found) return found
  const made = make()
  limiters.set(name, made)
  return made
}

/**
 * One count for all instances, in PostgreSQL. Who is over is remembered in memory and costs
 * no more statements; without the database each instance counts on its own.
 */
const shared = ({ points, seconds }: Limit) =>
  limiter(`shared ${points}/${seconds}`, () => {
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
    return new RLWrapperTimeouts({ limiter, timeoutMs: PATIENCE })
  })

/** Keyed, since a JMBAG or an address could be found from its plain hash by trying all. */
const hashed = (name: string, key: string) =>
  createHmac('sha256', getAuthSecret()).update(`${name}\n${key}`).digest('base64url')

/**
 * A limit on what is being done rather than on from where: per e-mail, JMBAG, sponsor link.
 * Shared by all instances, one small statement each time, so for writes. `name` tells this
 * limit from others, `key` whom it is about. Throws 429 with Retry-After.
 */
export async function rateLimitByKey(name: string, key: string, limit: Limit): Promise<void> {
  try {
    await shared(limit).consume(hashed(name, key))
  } catch (state) {
    refuse(state, name)
  }
}

/** Whose request it is, as far as limits go. */
export const networkOf = (request: Request) =>
  rateLimitNetwork(request.headers.get('x-forwarded-for') ?? 'unknown')

/**
 * A brake on floods: a whole faculty sits behind one address, so nothing public is held
 * to less than 600 requests a minute (rule 14.5). Throws 429 with Retry-After.
 *
 * A public read costs less than a statement would, so an instance counts in memory and
 * tells the others only each time a tenth of the limit is used up: most addresses never
 * reach the database. The shared count has that tenth to spare, so that nobody is stopped
 * early; n instances together let through at most n + 1 tenths too many. With no `points` it is
 * only asked whether the address is over, where not every call counts.
 */
export async function rateLimitByIp(
  request: Request,
  perMinute = 600,
  name = 'public',
  points = 1,
): Promise<void> {
  const address = networkOf(request)
  const local = limiter(
    `${name} ${perMinute}`,
    () => new RateLimiterMemory({ points: perMinute, duration: 60 }),
  )
  const tenth = Math.ceil(perMinute / 10)
  try {
    const { consumedPoints } = await local.consume(address, points)
    if (points === 0 || consumedPoints % tenth !== 0) return
  } catch (state) {
    return refuse(state, name)
  }
  try {
    await shared({ points: perMinute + tenth, seconds: 60 }).consume(hashed(name, address), tenth)
  } catch (state) {
    if (state instanceof RateLimiterRes) await local.block(address, state.msBeforeNext / 1000)
    refuse(state, name)
  }
}

/** A limiter that fails must not take the site down: then nobody is held back. */
function refuse(state: unknown, limit: string): void {
  if (!(state instanceof RateLimiterRes)) return
  getMeters().limited.inc({ limit })
  throw new ServiceError('too_many', 'Previše zahtjeva. Pričekajte malo pa pokušajte ponovno.', {
    retryAfterSeconds: Math.max(1, state.msBeforeNext / 1000),
  })
}
