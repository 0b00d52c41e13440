import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { translationAnswer, translationChange } from '@/lib/translations/schema'
import { deleteTranslation, getTranslation, updateTranslation } from '@/lib/translations/service'
import { requireShownText } from '@/lib/visibility/hidden'

export const GET = route(
  {
    may: 'anyone',
    summary: 'One text of the public pages',
    params: idParams,
    answer: translationAnswer,
  },
  async ({ params, request }) => {
    const text = await getTranslation(params.id)
    await requireShownText(request, text.key)
    return text
  },
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change a text or its key; HTML goes except line breaks',
    params: idParams,
    body: translationChange,
    answer: translationAnswer,
  },
  ({ params, body, user }) => updateTranslation(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete a text; its key is shown in its place', params: idParams },
  ({ params, user }) => deleteTranslation(params.id, user),
)
