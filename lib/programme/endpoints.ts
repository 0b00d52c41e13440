import { z } from 'zod'
import { crudEndpoints, reorderEndpoint } from '@/lib/api/crud-endpoints'
import { importFileEndpoint, templateEndpoint } from '@/lib/api/import-endpoints'
import { route } from '@/lib/api/route'
import { notFound } from '@/lib/http/errors'
import { idParams } from '@/lib/http/fields'
import { CALENDAR_MEDIA, calendarOf } from '@/lib/programme/calendar'
import {
  importSetFile,
  previewSetFile,
  programmeTemplate,
  SET_IMPORT_FIELDS,
} from '@/lib/programme/import'
import {
  calendarQuery,
  newSetBody,
  newStageBody,
  PROGRAMME_MESSAGES,
  type ProgrammeSet,
  setChange,
  setResponse,
  stageChange,
  stageResponse,
} from '@/lib/programme/schema'
import * as programme from '@/lib/programme/service'
import * as stages from '@/lib/programme/stages'
import { canSeePage, isEditor } from '@/lib/visibility/hidden'
import { isOpen } from '@/lib/visibility/rules'
import { readVisibility } from '@/lib/visibility/service'

/**
 * Query and fields of a list without search, order and paging. The list has only some dozens of
 * items, so the response always has all of them in a fixed order.
 */
const unpaged = { query: z.object({}), fields: { search: [], order: [] } }

const toPage = async <Row>(rows: Promise<Row[]>) => {
  const found = await rows
  return { rows: found, total: found.length }
}

async function requireShown(request: Request): Promise<void> {
  if (!(await canSeePage(request, '/satnica'))) throw notFound(PROGRAMME_MESSAGES.notThere)
}

/**
 * Returns sets as a calendar file. No cache may store it while the schedule is hidden, because then
 * only editors see it (rule 1.10).
 */
async function serveCalendar(sets: ProgrammeSet[], fileName: string): Promise<Response> {
  const calendar = await calendarOf(sets, fileName)
  if (!isOpen(await readVisibility(), '/satnica'))
    calendar.headers.set('cache-control', 'private, no-store')
  return calendar
}

export const programmeEndpoints = {
  ...crudEndpoints('programme', {
    reads: 'anyone',
    response: setResponse,
    ...unpaged,
    list: [
      'List the sets by stage; none while the schedule is hidden',
      async (_query, request) => {
        if (!(await canSeePage(request, '/satnica'))) return { rows: [], total: 0 }
        return toPage((await isEditor(request)) ? programme.listSets() : programme.listPublicSets())
      },
    ],
    create: [
      'Add a set; none may overlap another on its stage, or start before the doors open',
      newSetBody,
      programme.createSet,
    ],
    get: [
      'One set',
      async (id, request) => {
        await requireShown(request)
        return programme.getSet(id, !(await isEditor(request)))
      },
    ],
    update: ['Change or move a set', setChange, programme.updateSet],
    delete: ['Delete a set', programme.deleteSet],
  }),
  'programme/calendar.ics': {
    GET: route(
      {
        access: 'anyone',
        showsStaffMore: true,
        summary: 'Download the programme, or the sets in `ids`, as a calendar file',
        query: calendarQuery,
        contentTypes: [CALENDAR_MEDIA],
        endsWithNight: true,
      },
      async ({ query: { ids }, request }) => {
        await requireShown(request)
        const sets = await programme.listPublicSets()
        // Deleted and hidden sets are left out, so that a calendar that follows the chosen sets
        // removes them.
        if (ids)
          return serveCalendar(
            sets.filter(({ id }) => ids.includes(id)),
            'moji-nastupi.ics',
          )
        return serveCalendar(sets, 'satnica.ics')
      },
    ),
  },
  'programme/[id]/calendar.ics': {
    GET: route(
      {
        access: 'anyone',
        showsStaffMore: true,
        summary: 'Download one set as a calendar file',
        params: idParams,
        contentTypes: [CALENDAR_MEDIA],
        endsWithNight: true,
      },
      async ({ params, request }) => {
        await requireShown(request)
        return serveCalendar([await programme.getSet(params.id, true)], `nastup-${params.id}.ics`)
      },
    ),
  },
  'programme/import': importFileEndpoint('sets', SET_IMPORT_FIELDS, {
    preview: previewSetFile,
    run: importSetFile,
  }),
  'programme/import-template': templateEndpoint(
    'the programme',
    'program-predlozak',
    programmeTemplate,
  ),
  ...crudEndpoints('stages', {
    reads: 'admin',
    response: stageResponse,
    ...unpaged,
    list: ['List the stages in their order', () => toPage(stages.listStages())],
    create: ['Add a stage, last', newStageBody, stages.createStage],
    get: ['Read a stage', stages.getStage],
    update: ['Rename a stage', stageChange, stages.updateStage],
    delete: ['Delete a stage without sets', stages.deleteStage],
  }),
  ...reorderEndpoint('stages', stageResponse, [
    'Set new positions of stages; all or none',
    stages.reorderStages,
  ]),
}
