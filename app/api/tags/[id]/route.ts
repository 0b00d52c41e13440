import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { readTag } from '@/lib/tags/lists'
import { tagAnswer, tagChange } from '@/lib/tags/schema'
import { changeTag, deleteTag } from '@/lib/tags/service'

export const GET = route(
  { may: 'entry', summary: 'One tag with its counts', params: idParams, answer: tagAnswer },
  ({ params }) => readTag(params.id),
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Rename a tag; counts follow from the guests and cannot be set',
    params: idParams,
    body: tagChange,
    answer: tagAnswer,
  },
  ({ params, body, user }) => changeTag(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete a tag that no guest is on', params: idParams },
  ({ params, user }) => deleteTag(params.id, user),
)
