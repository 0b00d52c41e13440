import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { translationAnswer } from '@/lib/translations/schema'
import { findTranslations } from '@/lib/translations/service'

export const GET = route(
  {
    may: 'anyone',
    summary: 'Texts of the public pages',
    query: listQuery,
    list: translationAnswer,
  },
  ({ query }) => findTranslations(query),
)
