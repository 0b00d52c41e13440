import { listAnswer, listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findPublicLineup } from '@/lib/lineup/service'

export const GET = route({ may: 'anyone', query: listQuery }, async ({ query }) => {
  const { items, total } = await findPublicLineup(query)
  return listAnswer(items, total)
})
