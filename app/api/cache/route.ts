import { revalidateTag } from 'next/cache'
import { z } from 'zod'
import { readToken } from '@/lib/auth/tokens'
import { CACHE_TAGS } from '@/lib/cache/tags'
import { ServiceError } from '@/lib/http/errors'
import { route } from '@/lib/http/route'

const staleTags = z.object({ tags: z.array(z.enum(CACHE_TAGS)) })

/**
 * This instance's own door for what another one has changed: a cache can only be made
 * stale from inside a request, so the listener of lib/cache calls here, over loopback.
 */
export const POST = route(
  { may: 'anyone', summary: 'Internal: make cached pages fresh', body: staleTags },
  async ({ body, request }) => {
    const token = request.headers.get('x-internal-token') ?? ''
    if (!(await readToken('internal', token)))
      throw new ServiceError('not_found', 'Traženi podatak ne postoji.')
    for (const tag of body.tags) revalidateTag(tag, { expire: 0 })
  },
)
