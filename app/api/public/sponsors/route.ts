import { listAnswer, listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findPublicSponsors } from '@/lib/sponsors/service'

export const GET = route({ may: 'anyone', query: listQuery }, async ({ query }) => {
  const { items, total } = await findPublicSponsors(query)
  return listAnswer(items, total)
})
