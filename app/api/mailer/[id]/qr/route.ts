import { route } from '@/lib/http/route'
import { mailId } from '@/lib/mails/schema'
import { readMailQr } from '@/lib/mails/service'

/** What the mail shows by `cid:`, for looking at the mail in a browser. */
export const GET = route(
  {
    may: 'admin',
    summary: 'The QR code that the mail carries, as PNG',
    params: mailId,
    media: ['image/png'],
  },
  async ({ params }) => {
    const picture = await readMailQr(params.id)
    return new Response(new Uint8Array(picture), {
      headers: { 'content-type': 'image/png', 'cache-control': 'private, no-store' },
    })
  },
)
