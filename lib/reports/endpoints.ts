import { z } from 'zod'
import { ACTIVITY_FIELDS } from '@/db/queries/activities'
import { findActivities } from '@/lib/activities/record'
import { activityListQuery, listedActivityResponse } from '@/lib/activities/schema'
import { route } from '@/lib/api/route'
import { reportHealth } from '@/lib/health/report'
import { healthReport } from '@/lib/health/schema'
import {
  arrivalsQuery,
  arrivalsRow,
  dailyReportRow,
  nightsResponse,
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
import { datedWorkbookResponse, XLSX } from '@/lib/spreadsheet/workbook'

export const reportEndpoints = {
  activities: {
    GET: route(
      {
        access: 'admin',
        summary: 'List the activities, newest first',
        query: activityListQuery,
        fields: ACTIVITY_FIELDS,
        rows: listedActivityResponse,
      },
      ({ query }) => findActivities(query),
    ),
  },
  'health/report': {
    GET: route(
      {
        access: 'admin',
        summary: 'Read the state of the system: database, mails, gate, failures and load',
        response: healthReport,
      },
      () => reportHealth(),
    ),
  },
  'reports/arrivals': {
    GET: route(
      {
        access: 'admin',
        summary: 'List the arrivals by quarter of an hour, oldest first',
        query: arrivalsQuery,
        response: z.array(arrivalsRow),
      },
      ({ query }) => arrivals(query),
    ),
  },
  'reports/arrivals/export': {
    GET: route(
      {
        access: 'admin',
        summary: 'Download the arrivals by quarter of an hour as an Excel workbook',
        query: arrivalsQuery,
        contentTypes: [XLSX],
        long: true,
      },
      async ({ query }) =>
        datedWorkbookResponse('dolasci', arrivalsWorkbook(await arrivals(query)), query.night),
    ),
  },
  'reports/nights': {
    GET: route(
      {
        access: 'admin',
        summary: 'List the nights with arrivals, newest first, with their gates and lists',
        response: nightsResponse,
      },
      nights,
    ),
  },
  'reports/daily': {
    GET: route(
      {
        access: 'admin',
        summary: 'List the tickets by day, newest first',
        response: z.array(dailyReportRow),
      },
      () => dailyReport(),
    ),
  },
  'reports/daily/export': {
    GET: route(
      {
        access: 'admin',
        summary: 'Download the tickets by day as an Excel workbook',
        contentTypes: [XLSX],
        long: true,
      },
      async () =>
        datedWorkbookResponse('dnevni-izvjestaj', dailyReportWorkbook(await dailyReport())),
    ),
  },
  'reports/today': {
    GET: route(
      { access: 'admin', summary: 'Read the figures of the current day', response: todayReport },
      () => reportToday(),
    ),
  },
}
