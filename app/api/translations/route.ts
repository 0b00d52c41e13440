import { listAnswer, listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findTranslations } from '@/lib/translations/service'

export const GET = route({ may: 'anyone', query: listQuery }, async ({ query }) => {
  const { rows, total } = await findTranslations(query)
  return listAnswer(rows, total)
})
