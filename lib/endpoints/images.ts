import { z } from 'zod'
import { route } from '@/lib/api/route'
import { getImage } from '@/lib/images/service'

/**
 * Rate limit per client IP and minute. A page shows dozens of images, and a whole faculty may open
 * it at once.
 */
const PER_MINUTE = 30_000

export const imageEndpoints = {
  'images/[hash]': {
    GET: route(
      {
        access: 'anyone',
        summary: 'Download a stored image by the hash of its bytes',
        params: z.object({ hash: z.string() }),
        perMinute: PER_MINUTE,
        contentTypes: ['image/*'],
        extraStatuses: { 304: 'The caller has it already' },
      },
      async ({ params, request }) => {
        const headers = {
          'cache-control': 'public, max-age=31536000, immutable',
          etag: `"${params.hash}"`,
        }
        const image = await getImage(params.hash)
        if (request.headers.get('if-none-match')?.includes(headers.etag))
          return new Response(null, { status: 304, headers })
        return new Response(new Uint8Array(image.bytes), {
          headers: { ...headers, 'content-type': image.mime },
        })
      },
    ),
  },
}
