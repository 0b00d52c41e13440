import { z } from 'zod'
import { ACTIVITY_FIELDS } from '@/db/queries/activities'
import { findActivities } from '@/lib/activities/record'
import { activityListQuery, listedActivityAnswer } from '@/lib/activities/schema'
import { route } from '@/lib/http/route'
import { arrivalsQuery, arrivalsRow, dailyReportRow, todayReport } from '@/lib/reports/schema'
import { arrivals, dailyReport, dailyReportWorkbook, reportToday } from '@/lib/reports/service'
import { fileResponse, XLSX } from '@/lib/spreadsheet/workbook'
import { zagrebDay } from '@/lib/time'

export const REPORTS_CALLS = {
  activities: {
    GET: route(
      {
        may: 'admin',
        summary: 'The record of who did what, newest first',
        query: activityListQuery,
        fields: ACTIVITY_FIELDS,
        list: listedActivityAnswer,
      },
      ({ query }) => findActivities(query),
    ),
  },
  'reports/arrivals': {
    GET: route(
      {
        may: 'admin',
        summary: 'Arrivals by the quarter of an hour, oldest first',
        query: arrivalsQuery,
        answer: z.array(arrivalsRow),
      },
      ({ query }) => arrivals(query),
    ),
  },
  'reports/daily': {
    GET: route(
      { may: 'admin', summary: 'Tickets by day, newest first', answer: z.array(dailyReportRow) },
      () => dailyReport(),
    ),
  },
  'reports/daily/export': {
    GET: route(
      { may: 'admin', summary: 'Tickets by day as an Excel workbook', media: [XLSX] },
      async () =>
        fileResponse(
          dailyReportWorkbook(await dailyReport()),
          `dnevni-izvjestaj-${zagrebDay(new Date())}.xlsx`,
        ),
    ),
  },
  'reports/today': {
    GET: route({ may: 'admin', summary: 'The day at a glance', answer: todayReport }, () =>
      reportToday(),
    ),
  },
}
