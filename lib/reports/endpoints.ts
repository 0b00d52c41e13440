import { z } from 'zod'
import { ACTIVITY_FIELDS } from '@/db/queries/activities'
import { findActivities } from '@/lib/activities/record'
import { activityListQuery, listedActivityAnswer } from '@/lib/activities/schema'
import { route } from '@/lib/api/route'
import { reportHealth } from '@/lib/health/report'
import { healthReport } from '@/lib/health/schema'
import {
  arrivalsQuery,
  arrivalsRow,
  dailyReportRow,
  nightsAnswer,
  todayReport,
} from '@/lib/reports/schema'
import {
  arrivals,
  arrivalsWorkbook,
  dailyReport,
  dailyReportWorkbook,
  nights,
  reportToday,
} from '@/lib/reports/service'
import { workbookOfDay, XLSX } from '@/lib/spreadsheet/workbook'

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
  'health/report': {
    GET: route(
      {
        may: 'admin',
        summary: 'How the machine does: database, mails, gate, failures and load',
        answer: healthReport,
      },
      () => reportHealth(),
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
  'reports/arrivals/export': {
    GET: route(
      {
        may: 'admin',
        summary: 'Arrivals by the quarter of an hour as an Excel workbook',
        query: arrivalsQuery,
        media: [XLSX],
        long: true,
      },
      async ({ query }) =>
        workbookOfDay('dolasci', arrivalsWorkbook(await arrivals(query)), query.night),
    ),
  },
  'reports/nights': {
    GET: route(
      {
        may: 'admin',
        summary: 'Nights in which somebody came, newest first, with their gates and lists',
        answer: nightsAnswer,
      },
      nights,
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
      { may: 'admin', summary: 'Tickets by day as an Excel workbook', media: [XLSX], long: true },
      async () => workbookOfDay('dnevni-izvjestaj', dailyReportWorkbook(await dailyReport())),
    ),
  },
  'reports/today': {
    GET: route({ may: 'admin', summary: 'The day at a glance', answer: todayReport }, () =>
      reportToday(),
    ),
  },
}
