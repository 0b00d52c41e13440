import { route } from '@/lib/http/route'
import { countUsers } from '@/lib/users/lists'
import { userCountsAnswer } from '@/lib/users/schema'

export const GET = route(
  { may: 'admin', summary: 'How many people have each privilege', answer: userCountsAnswer },
  () => countUsers(),
)
