import { z } from 'zod'
import { route } from '@/lib/http/route'
import { tagAnswer } from '@/lib/tags/schema'
import { readTags } from '@/lib/tags/service'

export const GET = route(
  { may: 'entry', summary: 'The tags with their counts', answer: z.array(tagAnswer) },
  () => readTags(),
)
