import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import ExcelJS from 'exceljs'
import postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { insertGuests } from '@/db/seed/insert-guests'
import { print } from '@/scripts/lib/command'
import { empty } from '../support/empty'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { ms, table, whole } from './table'

const GUESTS = 100_000
const FEW = 10_000

interface Run {
  seconds: number
  /** Peak memory of the process in MB above its memory before; undefined for a baseline. */
  megabytes?: number
  /** Longest response time in ms of a small request that was sent meanwhile. */
  longestRequestMs?: number
}

/**
 * Measures the export and import of the whole guest list as a workbook: rows a second, memory, and
 * the delay of other requests. The baselines are COPY and the plain workbook writer.
 */
export async function benchSpreadsheets(url: string, sql: postgres.Sql) {
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  await empty(sql, 'mails', 'guests')
  await insertGuests(sql as never, { count: GUESTS, seed: 1 })
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench' })
  const headers = { cookie: await demoCookie(instance.url, 1), origin: instance.url }
  const rows = [
    ['spreadsheets', 'rows', 'seconds', 'rows/s', 'additional MB', 'slowest request ms'],
  ]
  const add = (name: string, count: number, { seconds, megabytes, longestRequestMs }: Run) =>
    rows.push([
      name,
      whole(count),
      seconds.toFixed(2),
      whole(count / seconds),
      megabytes === undefined ? '' : whole(megabytes),
      longestRequestMs === undefined ? '' : ms(longestRequestMs),
    ])
  try {
    const download = async () => {
      const response = await fetch(`${instance.url}/api/guests/export/`, { headers })
      return new Uint8Array(await response.arrayBuffer())
    }
    // Runs first: later, the process already has the memory, and no growth would be measured.
    add('export', GUESTS, await measureDuring(instance, headers, download))
    add('  plain writer', GUESTS, await measureHere(writeBare))
    const everyone = await download()
    await sql`delete from guests where id not in (select id from guests order by id limit ${FEW})`
    const few = await download()
    for (const [count, file] of [
      [FEW, few],
      [GUESTS, everyone],
    ] as const) {
      await sql`delete from guests`
      await sql`vacuum analyze guests`
      add(
        'import',
        count,
        await measureDuring(instance, headers, () => upload(instance.url, headers, file, count)),
      )
    }
    const lines = await copyOut(url)
    await sql`delete from guests`
    await sql`vacuum analyze guests`
    add('  plain COPY', GUESTS, await measureHere(() => copyIn(sql, lines)))
    print(`\n${table(rows)}\nworkbook: ${ms(everyone.length / 1e6)} MB`)
  } finally {
    await instance.stop()
  }
}

async function upload(url: string, headers: object, file: Uint8Array, count: number) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(file)], 'gosti.xlsx'))
  const response = await fetch(`${url}/api/guests/import/`, {
    method: 'POST',
    headers: { ...headers },
    body: form,
  })
  const { imported, ...details } = await response.json()
  if (imported !== count) throw new Error(`imported ${imported}: ${JSON.stringify(details)}`)
}

/**
 * Runs a job of the instance while small requests are sent without a pause, in place of the gate.
 * Measures the duration, the memory and the longest response time.
 */
async function measureDuring(
  { url, child }: Instance,
  headers: Record<string, string>,
  job: () => Promise<unknown>,
): Promise<Run> {
  const before = resident(child.pid)
  let [peak, longestRequestMs, isOver] = [before, 0, false]
  const watch = async () => {
    while (!isOver) {
      peak = Math.max(peak, resident(child.pid))
      await sleep(10)
    }
  }
  const gate = async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await (await fetch(`${url}/api/auth/me/`, { headers })).text()
      longestRequestMs = Math.max(longestRequestMs, performance.now() - startedAt)
      await sleep(5)
    }
  }
  const watchers = Promise.all([watch(), gate()])
  const startedAt = performance.now()
  await job().finally(() => {
    isOver = true
  })
  const seconds = (performance.now() - startedAt) / 1000
  await watchers
  return { seconds, megabytes: peak - before, longestRequestMs }
}

async function measureHere(job: () => Promise<void>): Promise<Run> {
  const startedAt = performance.now()
  await job()
  return { seconds: (performance.now() - startedAt) / 1000 }
}

function resident(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

const HEADERS = ['name', 'surname', 'jmbag', 'email', 'tag', 'bought', 'entered', 'phone']
const MORE = ['confCode', 'boughtTicketTime', 'enteredTime']
const LINE = ['Ana', 'Anić', '0036512345', 'a@b.hr', 'Brucoši', 1, 0, '']
const LONG = ['35acd0fd-e555-11f1-84f8-67453d1e5518', '2026-11-21T03:42:36.070+01:00', '']

/** Writes as many rows with the ExcelJS library alone, and discards the bytes. */
async function writeBare() {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() })
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = workbook.addWorksheet('People')
  sheet.addRow([...HEADERS, ...MORE]).commit()
  for (let i = 0; i < GUESTS; i++) sheet.addRow([...LINE, ...LONG]).commit()
  sheet.commit()
  await workbook.commit()
}

/** Columns of a guest that an import writes. */
const COLUMNS = 'name, surname, jmbag, email, phone, list_id, conf_code, bought_at, entered_at'

/**
 * Reads all rows by COPY. Uses its own connection, because a connection may not respond any more
 * after such a stream.
 */
async function copyOut(url: string): Promise<Buffer[]> {
  const sql = postgres(url, { max: 1 })
  const stream = await sql.unsafe(`copy guests (${COLUMNS}) to stdout`).readable()
  const lines: Buffer[] = []
  for await (const line of stream) lines.push(line as Buffer)
  await sql.end({ timeout: 0 })
  return lines
}

/** Inserts as many rows into the same table with all its indexes by COPY, the fastest way. */
async function copyIn(sql: postgres.Sql, lines: Buffer[]) {
  const copyStream = await sql.unsafe(`copy guests (${COLUMNS}) from stdin`).writable()
  for (const line of lines) copyStream.write(line)
  await new Promise<void>((resolve, reject) => {
    copyStream.on('error', reject)
    copyStream.on('finish', resolve)
    copyStream.end()
  })
}
