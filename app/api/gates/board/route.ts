import { readBoard } from '@/lib/gate/board'
import { boardAnswer } from '@/lib/gate/board-schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'admin',
    summary: 'How the gates are doing: devices, doubles, objections, tries to join',
    answer: boardAnswer,
  },
  readBoard,
)
