import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from './errors'

const limiters = new Map<number, RateLimiterMemory>()

/**
 * A brake on floods: a whole faculty sits behind one address, so nothing public is held
 * to less than 600 requests a minute (decisions.md, The API). Throws 429 with Retry-After.
 */
export async function limitAddress(request: Request, perMinute = 600): Promise<void> {
  let limiter = limiters.get(perMinute)
  if (!limiter) {
    limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
    limiters.set(perMinute, limiter)
  }
  try {
    await limiter.consume(addressOf(request))
  } catch (state) {
    throw new ServiceError('too_many', 'Previše zahtjeva. Pričekajte malo pa pokušajte ponovno.', {
      retryAfterSeconds: (state as RateLimiterRes).msBeforeNext / 1000,
    })
  }
}

/** The address that the proxy in front (or, without one, the server itself) has added last. */
const addressOf = (request: Request) =>
  request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown'
