import { setTimeout as sleep } from 'node:timers/promises'
import { getSql } from '@/db/client'
import { INVALIDATION_CHANNEL, type Invalidation } from '@/db/queries/invalidation'
import { signToken } from '@/lib/auth/tokens'
import { getConfig, localAddress } from '@/lib/config'
import { readiness } from '@/lib/ready'
import { INSTANCE } from './invalidate'
import { CACHE_TAGS, type CacheTag } from './tags'

/**
 * Keeps this instance's cached pages in step with what the others write. Everything is
 * made stale at the start, and again whenever the listening connection was lost, since
 * messages may have been missed meanwhile.
 */
export async function listenForInvalidations(): Promise<void> {
  await getSql().listen(
    INVALIDATION_CHANNEL,
    (text) => {
      const message = JSON.parse(text) as Invalidation
      if (message.from !== INSTANCE) void expire(message.tags as CacheTag[])
    },
    () => {
      void expire([...CACHE_TAGS]).then(() => {
        readiness().cachesFresh = true
      })
    },
  )
}

/** Tells this very server; tries until it listens, since the hook runs before it does. */
async function expire(tags: CacheTag[]): Promise<void> {
  const address = `${localAddress(getConfig())}/api/cache`
  for (;;) {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-internal-token': await signToken('internal', {}),
      },
      body: JSON.stringify({ tags }),
    }).catch(() => null)
    if (answer?.ok) return
    await sleep(200)
  }
}
