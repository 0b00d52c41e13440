import { z } from 'zod'
import { route } from '@/lib/http/route'
import { visibilityAnswer } from '@/lib/visibility/schema'
import { readVisibilityFlags } from '@/lib/visibility/service'

export const GET = route(
  { may: 'anyone', summary: 'All flags and times', answer: z.array(visibilityAnswer) },
  () => readVisibilityFlags(),
)
