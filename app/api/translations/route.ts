import { TRANSLATION_FIELDS } from '@/db/queries/translations'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { newTranslationBody, translationAnswer } from '@/lib/translations/schema'
import { createTranslation, listTranslations } from '@/lib/translations/service'
import { hiddenTexts } from '@/lib/visibility/hidden'

export const GET = route(
  {
    may: 'anyone',
    summary: 'Texts of the public pages; none of those that are hidden',
    query: listQuery,
    fields: TRANSLATION_FIELDS,
    list: translationAnswer,
  },
  async ({ query, request }) => listTranslations(query, await hiddenTexts(request)),
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Add a text; HTML goes except line breaks',
    body: newTranslationBody,
    answer: translationAnswer,
    status: 201,
  },
  ({ body, user }) => createTranslation(body, user),
)
