import { festivalAnswer } from '@/lib/festival/schema'
import { readEdition } from '@/lib/festival/service'
import { route } from '@/lib/http/route'

export const FESTIVAL_CALLS = {
  festival: {
    GET: route(
      { may: 'admin', summary: 'This year’s edition', answer: festivalAnswer },
      readEdition,
    ),
  },
}
