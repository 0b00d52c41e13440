import { z } from 'zod'
import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { listLineup } from '@/db/queries/lineup'
import { getNight } from '@/db/queries/night'
import * as queries from '@/db/queries/programme'
import type { UserRow } from '@/db/queries/users'
import { invalidate } from '@/lib/cache/invalidate'
import { listParams } from '@/lib/http/list-params'
import { typedDate } from '@/lib/spreadsheet/cells'
import { correctRows } from '@/lib/spreadsheet/corrections'
import type { Correction } from '@/lib/spreadsheet/corrections-schema'
import {
  fileImportResponse,
  type ImportPlan,
  partitionRows,
  requireValidRows,
  validateRows,
} from '@/lib/spreadsheet/rows'
import { cell, type FileAnswer, rowOf } from '@/lib/spreadsheet/schema'
import { readTable } from '@/lib/spreadsheet/table'
import type { TemplateColumn } from '@/lib/spreadsheet/workbook'
import { foldName } from '@/lib/text/fold'
import { formatDateTime, formatTime, parseZagrebDateTime } from '@/lib/time/zagreb'
import { festivalDay, instantOn, nextInstant, readClock, setProblem } from './rules'
import { addStage, sameName } from './stages'

const BAD_TIME = 'Vrijeme mora biti kao 21:30 ili 21.11.2026. 21:30'

const timeCell = z
  .preprocess((value) => (value instanceof Date ? typedDate(value) : value), cell)
  .refine((text) => readClock(text) !== null || parseZagrebDateTime(text) !== null, BAD_TIME)

const name = cell.refine((text) => text.length <= 150, 'Najviše 150 znakova')

/** Row of the import file, by the Croatian names of its columns. */
const setRow = rowOf({
  Pozornica: cell
    .refine((text) => text !== '', 'Upišite pozornicu')
    .refine((text) => text.length <= 60, 'Najviše 60 znakova'),
  Izvođač: name,
  Naziv: name,
  Od: timeCell,
  Do: timeCell,
}).refine((row) => row.Izvođač !== '' || row.Naziv !== '', 'Nema ni izvođača ni naziva')

type SetRow = z.output<typeof setRow>

/** Fields of an import, in the order of the template. */
export const SET_IMPORT_FIELDS = Object.keys(setRow.shape)

const TABLE = {
  fields: SET_IMPORT_FIELDS,
  required: [['Pozornica'], ['Izvođač', 'Naziv'], ['Od'], ['Do']],
}
const FORM = { fields: SET_IMPORT_FIELDS, always: SET_IMPORT_FIELDS }

/** Returns what an import would do with each row. Writes nothing. */
export async function previewSetFile(file: File, corrections?: Correction[]): Promise<FileAnswer> {
  const { plan } = await planOnProgramme(getDb(), await validateFile(file, corrections))
  return fileImportResponse(plan, null, FORM)
}

/**
 * Adds the sets that are not in the programme yet, and the new stages that they name, in one
 * transaction. Throws invalid with the number and reasons of every faulty row, and then writes
 * nothing.
 */
export async function importSetFile(
  file: File,
  user: UserRow,
  corrections?: Correction[],
): Promise<FileAnswer> {
  const fileRows = await validateFile(file, corrections)
  return getDb().transaction(async (tx) => {
    await queries.lockProgramme(tx)
    const { plan, sets, newStages } = await planOnProgramme(tx, fileRows)
    requireValidRows(plan)
    const createdIds = new Map<number, number>()
    for (const { id, name } of newStages) createdIds.set(id, (await addStage(tx, name, user)).id)
    const rows = sets.map((set) => ({
      ...set,
      stageId: createdIds.get(set.stageId) ?? set.stageId,
    }))
    const { length } = await queries.insertSets(tx, rows)
    if (length > 0) {
      const changes = { rows: [null, length] satisfies [null, number] }
      const line = { entity: 'programme', entityId: 'import', action: 'imported', changes }
      await insertActivity(tx, { userId: user.id, ...line })
      await invalidate(tx, 'programme')
    }
    return fileImportResponse(plan, length, FORM)
  })
}

async function validateFile(file: File, corrections?: Correction[]) {
  const rows = readTable(new Uint8Array(await file.arrayBuffer()), TABLE)
  return validateRows(setRow, correctRows(rows, corrections))
}

interface PlannedSet extends queries.NewSetRow {
  id: number
  name: string
  stage: string
}

/**
 * Checks the rows against the programme, the line-up and each other. Stages that do not exist yet
 * get negative ids.
 */
async function planOnProgramme(db: Db, plan: ImportPlan<SetRow>) {
  const { opensAt } = await getNight(db)
  const performers = await performersOf(db)
  const stages = (await queries.listStages(db)).map(({ id, name }) => ({ id, name }))
  const others: PlannedSet[] = (await queries.listSets(db)).map((row) => ({
    ...row,
    name: row.title || (row.performer ?? ''),
  }))
  const first = opensAt ?? others.map(({ startsAt }) => startsAt).sort()[0]
  const day = first ? festivalDay(first) : null
  const before = { stages: stages.length, sets: others.length }

  const checked = partitionRows(plan, (row) => {
    const performer = row.Izvođač === '' ? null : performers.find(row.Izvođač)
    if (performer === undefined)
      return {
        faulty: `Izvođača „${row.Izvođač}” nema u line-upu: dodajte ga ili upišite Naziv`,
        field: 'Izvođač',
      }
    const times = rowTimes(row, day)
    if (typeof times === 'string') return { faulty: times, field: 'Od' }
    const existing = stages.find((stage) => sameName(stage.name, row.Pozornica))
    const stage = existing ?? { id: -stages.length - 1, name: row.Pozornica }
    const set: PlannedSet = {
      // A negative id, which no stored set has, so that the set is compared with all of them.
      id: -others.length - 1,
      stageId: stage.id,
      stage: stage.name,
      performerId: performer?.id ?? null,
      name: row.Naziv || (performer?.name ?? ''),
      title: row.Naziv,
      ...times,
    }
    if (others.some((other) => isSame(other, set))) return { skipped: 'Već je u programu' }
    const problem = setProblem(set, { others, opensAt })
    if (problem)
      return { faulty: problem.sentence, field: problem.field === 'endsAt' ? 'Do' : 'Od' }
    others.push(set)
    if (existing) return null
    stages.push(stage)
    return { noted: `Nova pozornica: ${stage.name}` }
  })
  return {
    plan: checked,
    sets: others.slice(before.sets),
    newStages: stages.slice(before.stages),
  }
}

/**
 * Reads the line-up. `find` returns a performer by exact name, or else the only performer whose
 * name matches without case and diacritics.
 */
async function performersOf(db: Db) {
  const all = listParams({}, { search: [], byDefault: [], order: [] })
  const { rows } = await listLineup(db, { ...all, visibleOnly: false })
  return {
    rows,
    find(name: string) {
      const matches = rows.filter((row) => foldName(row.name) === foldName(name))
      return (
        rows.find((row) => row.name === name) ?? (matches.length === 1 ? matches[0] : undefined)
      )
    },
  }
}

/** Returns the start and end of a row as instants, or an error message. */
function rowTimes({ Od, Do }: SetRow, day: string | null) {
  const dateTime = parseZagrebDateTime(Od)
  if (!dateTime && !day)
    return 'Uz Od upišite i datum (21.11.2026. 21:30), jer se još ne zna kad se otvaraju vrata'
  const startsAt = dateTime ?? instantOn(day as string, readClock(Od) as string)
  const endsAt = parseZagrebDateTime(Do) ?? (startsAt && nextInstant(startsAt, readClock(Do) ?? ''))
  if (!startsAt || !endsAt) return BAD_TIME
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

const isSame = (a: PlannedSet, b: PlannedSet) =>
  a.stageId === b.stageId &&
  a.performerId === b.performerId &&
  a.title === b.title &&
  Date.parse(a.startsAt) === Date.parse(b.startsAt) &&
  Date.parse(a.endsAt) === Date.parse(b.endsAt)

/** Returns the columns of the import template, with help, an example and choices. */
export async function programmeTemplate(): Promise<TemplateColumn[]> {
  const db = getDb()
  const [stages, performers, { opensAt }] = await Promise.all([
    queries.listStages(db),
    performersOf(db),
    getNight(db),
  ])
  const names = (rows: { name: string }[]) => rows.map((row) => row.name)
  const choices = (list: string[]) => (list.length > 0 ? { choices: list } : {})
  const example = opensAt ? formatTime(opensAt) : formatDateTime('2026-11-21T20:30:00Z')
  const time = 'Vrijeme kao 21:30, ili s datumom kao 21.11.2026. 21:30.'
  return [
    {
      name: 'Pozornica',
      help: 'Ako je nema, dodaje se.',
      example: stages[0]?.name ?? 'Velika pozornica',
      ...choices(names(stages)),
    },
    {
      name: 'Izvođač',
      help: 'Kako piše u line-upu. Smije ostati prazno uz Naziv.',
      example: performers.rows[0]?.name ?? '',
      ...choices(names(performers.rows)),
    },
    { name: 'Naziv', help: 'Ako nije nastup izvođača ili se zove drukčije.', example: '' },
    { name: 'Od', help: `${time} Do 06:00 ubraja se u noć prije.`, example },
    { name: 'Do', help: `${time} Raniji sat je sljedećeg dana.`, example: '' },
  ]
}
