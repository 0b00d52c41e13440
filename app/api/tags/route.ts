import { TAG_FIELDS } from '@/db/queries/tags'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findTags } from '@/lib/tags/lists'
import { newTagBody, tagAnswer } from '@/lib/tags/schema'
import { createTag } from '@/lib/tags/service'

export const GET = route(
  {
    may: 'entry',
    summary: 'The tags with their counts',
    query: listQuery,
    fields: TAG_FIELDS,
    list: tagAnswer,
  },
  ({ query }) => findTags(query),
)

export const POST = route(
  { may: 'admin', summary: 'Add a tag', body: newTagBody, answer: tagAnswer, status: 201 },
  ({ body, user }) => createTag(body.name, user),
)
