import { drillAnswer, startedDrillAnswer } from '@/lib/gate/drill-schema'
import { endDrill, readDrill, startDrill } from '@/lib/gate/drills'
import { route } from '@/lib/http/route'

export const GET = route(
  { may: 'admin', summary: 'The last drill, with what each device did', answer: drillAnswer },
  readDrill,
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Start a drill: every device is without a network for a minute, and scans its codes',
    answer: startedDrillAnswer,
    status: 201,
  },
  ({ user }) => startDrill(user),
)

export const DELETE = route(
  { may: 'admin', summary: 'End the drill; what was reported stays' },
  endDrill,
)
