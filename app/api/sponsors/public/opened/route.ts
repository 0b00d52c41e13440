import { callerOf } from '@/lib/http/caller'
import { route } from '@/lib/http/route'
import { openOwnList } from '@/lib/sponsors/own-list'
import { sponsorListKey } from '@/lib/sponsors/own-list-schema'

export const POST = route(
  {
    may: 'anyone',
    summary: 'Note that a sponsor has seen its list, by its key; staff who look do not count',
    body: sponsorListKey,
  },
  async ({ body, request }) => {
    // Whoever cannot be told to be staff counts as the sponsor.
    const staff = await callerOf(request).catch(() => null)
    await openOwnList(body.slug, staff)
  },
)
