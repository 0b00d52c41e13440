import { route } from '@/lib/http/route'
import { userCountsAnswer } from '@/lib/users/schema'
import { countUsers } from '@/lib/users/service'

export const GET = route(
  { may: 'admin', summary: 'How many people have each privilege', answer: userCountsAnswer },
  () => countUsers(),
)
