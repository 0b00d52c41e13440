import { deletesOne, getsOne, updatesOne } from '@/lib/http/one'
import { readTag } from '@/lib/tags/lists'
import { tagAnswer, tagChange } from '@/lib/tags/schema'
import { changeTag, deleteTag } from '@/lib/tags/service'

export const GET = getsOne(
  { may: 'entry', summary: 'One tag with its counts', answer: tagAnswer },
  readTag,
)

export const PUT = updatesOne(
  {
    may: 'admin',
    summary: 'Rename a tag; counts follow from the guests and cannot be set',
    body: tagChange,
    answer: tagAnswer,
  },
  changeTag,
)

export const DELETE = deletesOne(
  { may: 'admin', summary: 'Delete a tag that no guest is on' },
  deleteTag,
)
