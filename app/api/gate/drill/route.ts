import { drillReportBody } from '@/lib/gate/drill-schema'
import { reportDrill } from '@/lib/gate/drills'
import { passagesAnswer } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'device',
    summary: 'Deliver what a device did in a drill, which is no real passage',
    body: drillReportBody,
    answer: passagesAnswer,
  },
  ({ body, user }) => reportDrill(body, user),
)
