import type { z } from 'zod'
import type { TableFacts } from '@/db/catalogue/facts'
import { TABLES, type TableName } from '@/db/catalogue/tables'
import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import * as queries from '@/db/queries/people'
import type { UserRow } from '@/db/queries/users'
import { invalidate } from '@/lib/cache/invalidate'
import { fileResponse } from '@/lib/spreadsheet/workbook'
import { formatDateTime, zagrebDay } from '@/lib/time/zagreb'
import type { chosenBody, erasedResponse, fileBody, fileQuery, peopleResponse } from './schema'

// The person search: finds all records of a person, exports them as a file, and erases them. A
// person has the right to ask for both, and may be in more tables than the guest list.

type SelectedRecords = z.output<typeof chosenBody>
type RecordsForFile = SelectedRecords & Partial<z.output<typeof fileBody>>

/** Maximum number of records of each of the two queries of a search. */
const MAX_RECORDS = 100

/**
 * Finds the records that contain the search words, and those that share a JMBAG or an e-mail
 * address with them.
 */
export async function findPeople(search: string): Promise<z.infer<typeof peopleResponse>> {
  const { traces, isCut } = await queries.searchTraces(getDb(), search, MAX_RECORDS)
  return {
    traces: traces.map((trace) => ({
      ...trace,
      at: trace.at && new Date(trace.at).toISOString(),
    })),
    isCut,
  }
}

/**
 * Returns all stored data of a person as a file for that person. The activity log shows which admin
 * has exported it.
 */
export async function exportPerson(
  chosen: RecordsForFile,
  { format }: z.output<typeof fileQuery>,
  user: UserRow,
): Promise<Response> {
  const personalData = await queries.readPersonalData(getDb(), chosen)
  await logPersonActivity(getDb(), user, 'exported', chosen)
  const name = `podaci-o-osobi-${zagrebDay(new Date())}`
  const madeAt = new Date()
  return format === 'json'
    ? fileResponse(
        Buffer.from(JSON.stringify({ madeAt: madeAt.toISOString(), ...personalData }, null, 2)),
        `${name}.json`,
        'application/json; charset=utf-8',
      )
    : fileResponse(
        Buffer.from(renderPage(personalData, madeAt)),
        `${name}.html`,
        'text/html; charset=utf-8',
      )
}

/**
 * Erases the chosen records of a person in one transaction: guests with their mails, sign-ups,
 * scores and mails, and their data in the activity log, stored responses and emergency lists. The
 * rows of guests stay without personal data, marked as deleted, so reports no longer count them. The
 * payments at the till stay without personal data, so that its sums stay correct.
 */
export function erasePerson(
  chosen: SelectedRecords,
  user: UserRow,
): Promise<z.infer<typeof erasedResponse>> {
  return getDb().transaction(async (tx) => {
    const guests = await queries.lockGuests(tx, chosen.guests)
    const erased = await queries.eraseChosen(tx, { ...chosen, guests })
    if (erased.leaderboard > 0) await invalidate(tx, 'leaderboard')
    if (Object.values(erased).some((count) => count > 0))
      await logPersonActivity(tx, user, 'erased', chosen, erased)
    return erased
  })
}

/**
 * Logs that the data of a person were exported or erased, and the number of records, but never
 * whose.
 */
const logPersonActivity = (
  db: Db,
  user: UserRow,
  action: 'exported' | 'erased',
  chosen: RecordsForFile,
  counts: Record<string, number> = Object.fromEntries(
    Object.entries(chosen).map(([kind, ids]) => [kind, ids.length]),
  ),
) =>
  insertActivity(db, {
    userId: user.id,
    entity: 'people',
    entityId: 'person',
    action,
    changes: Object.fromEntries(
      Object.entries(counts).flatMap(([kind, n]) => (n > 0 ? [[kind, [null, n]]] : [])),
    ),
  })

/** Sections of the file, each with its heading and the tables whose columns it contains. */
export const SECTIONS: Record<string, { heading: string; tables: TableName[] }> = {
  guests: { heading: 'Na popisu gostiju', tables: ['guests'] },
  passages: { heading: 'Na ulazu', tables: ['passages'] },
  signups: { heading: 'Prijave brucoša', tables: ['signups'] },
  scores: { heading: 'Rezultati igrice', tables: ['leaderboardEntries'] },
  mails: { heading: 'Poslana pošta', tables: ['mails'] },
  payments: { heading: 'Plaćanja karte', tables: ['cashMoves'] },
  wallets: { heading: 'Karta u novčaniku mobitela', tables: ['walletPasses', 'walletPhones'] },
  bulk: { heading: 'Skupne promjene', tables: ['activities', 'bulkItems'] },
  record: { heading: 'Zapisi o izmjenama', tables: ['activities'] },
  staff: { heading: 'Osoblje', tables: ['users'] },
  signIns: { heading: 'Prijave u sustav', tables: ['authSessions'] },
  gateDevices: { heading: 'Uređaji na ulazu', tables: ['gateDevices'] },
  guestsLookedAt: { heading: 'Pregledani gosti, po satu', tables: ['guestReads'] },
  actions: { heading: 'Što je u sustavu radio ili radila', tables: ['activities'] },
  ...Object.fromEntries(
    queries.PERSON_SECTIONS.map(({ table, word }) => [table, { heading: word, tables: [table] }]),
  ),
}

/** Labels of fields that are not columns of these tables. */
const OTHER_LABELS: Record<string, string> = { list: 'Popis', gate: 'Ulaz' }

function labelOf(section: string, field: string): string {
  const tables: TableFacts[] = SECTIONS[section]?.tables.map((table) => TABLES[table]) ?? []
  const columns = tables.map((table) => table.columns[field])
  return columns.find(Boolean)?.label ?? OTHER_LABELS[field] ?? field
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

const formatValue = (value: unknown, field: string): string => {
  if (value instanceof Date || /(At|^at|^hour)$/.test(field)) return formatDateTime(value as string)
  if (typeof value === 'boolean') return value ? 'da' : 'ne'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Returns an HTML page that everyone can open, read and print. It has no scripts and loads nothing.
 */
function renderPage(
  personalData: Awaited<ReturnType<typeof queries.readPersonalData>>,
  madeAt: Date,
): string {
  const sections = Object.entries(personalData).map(([kind, rows]) => {
    const tables = rows.map((row) => {
      const lines = Object.entries(row).flatMap(([field, value]) =>
        value === null || value === ''
          ? []
          : `<tr><th>${labelOf(kind, field)}</th><td>${escapeHtml(formatValue(value, field))}</td></tr>`,
      )
      return `<table>${lines.join('')}</table>`
    })
    return `<h2>${SECTIONS[kind]?.heading}</h2>${tables.join('') || '<p>Ništa nije pohranjeno.</p>'}`
  })
  return `<!doctype html><html lang="hr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Podaci o osobi</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%;margin:0 0 1rem}th,td{border:1px solid #999;padding:.3rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere;white-space:pre-line}th{width:11rem}tr{break-inside:avoid}</style>
<h1>Podaci o osobi</h1><p>Sve što je o osobi pohranjeno ${formatDateTime(madeAt)}.</p>${sections.join('')}</html>
`
}
