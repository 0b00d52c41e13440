import { ACTIVITY_FIELDS } from '@/db/queries/activities'
import { findActivities } from '@/lib/activities/record'
import { activityListQuery, listedActivityAnswer } from '@/lib/activities/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'admin',
    summary: 'The record of who did what, newest first',
    query: activityListQuery,
    fields: ACTIVITY_FIELDS,
    list: listedActivityAnswer,
  },
  ({ query }) => findActivities(query),
)
