import { idParams } from '@/lib/http/fields'
import { deletesOne, updatesOne } from '@/lib/http/one'
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

export const PUT = updatesOne(
  {
    may: 'admin',
    summary: 'Change a text or its key; HTML goes except line breaks',
    body: translationChange,
    answer: translationAnswer,
  },
  updateTranslation,
)

export const DELETE = deletesOne(
  { may: 'admin', summary: 'Delete a text; its key is shown in its place' },
  deleteTranslation,
)
