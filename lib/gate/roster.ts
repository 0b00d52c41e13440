import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { getDb } from '@/db/client'
import { listDuplicateAdmissions, listGates } from '@/db/queries/gates'
import { getRunningDrill } from '@/db/queries/drills'
import { listDuplicateAdmissions, listGates } from '@/db/queries/gates'
import {
  countLive,
  type LogPosition,
  listChanges,
  listRosterLists,
  listRosterPage,
  listRosterRows,
  type RosterRow,
  readLogPosition,
} from '@/db/queries/roster'
import { cachedOccupancy } from '@/lib/admission/occupancy'
import { ServiceError } from '@/lib/http/errors'
import { toColumns } from './roster-codec'
import type { Changes, RosterGuest, RosterPage } from './schema'

/** Guests of one page: a phone on a slow network keeps what it has. */
const PAGE = 25_000
/** More changes than these are slower than the roster itself. */
const MOST_CHANGES = 20_000
/** Seconds for which the log is kept. */
const LOG = 25 * 3600

/** A point as a phone keeps it. */
export const cursorOf = ({ origin, xmin, at }: LogPosition) => `${origin}.${xmin}.${at}`

/** A page of the roster as gzipped JSON; the changes of its guests go on from its cursor. */
export async function rosterPage(after: number, request: Request): Promise<Response> {
  const db = getDb()
  // Before the guests: what changes while they are read comes again.
  const point = await readLogPosition(db)
  const [lists, total, rows] = await Promise.all([
    listRosterLists(db),
    countLive(db),
    listRosterPage(db, after, PAGE),
  ])
  // Who has been moved onto a list that is newer than `lists` comes with the changes.
  const known = new Set(lists.map(({ id }) => id))
  const guests = rows.filter(({ list }) => known.has(list)).map(viewRow)
  const last = rows.at(-1)?.id ?? after
  const page: RosterPage = {
    cursor: cursorOf(point),
    count: guests.length,
    last,
    total,
    lists,
    guests,
  }
  const isJson = /\bapplication\/json\b/.test(request.headers.get('accept') ?? '')
  const bytes = isJson ? Buffer.from(JSON.stringify(page)) : toColumns(page)
  const headers: Record<string, string> = {
    'content-type': isJson ? 'application/json' : 'application/octet-stream',
    'cache-control': 'no-store, no-transform',
    vary: 'accept, accept-encoding',
  }
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(bytes, { headers })
  const body = await promisify(gzip)(bytes, { level: 5 })
  return new Response(body, { headers: { ...headers, 'content-encoding': 'gzip' } })
}

const viewRow = ({ hash, ...row }: RosterRow): RosterGuest => ({
  ...row,
  hash: hash === null ? null : hash.toString('base64'),
})

const tooOld = () =>
  new ServiceError('gone', 'Popis je prestar i mora se učitati iznova.', { code: 'roster_too_old' })

/** The transaction that a cursor goes on from. Throws gone for one of another log, or too old. */
function readCursor(cursor: string) {
  const [origin = '', since = '', at = ''] = cursor.split('.')
  if (Number(at) < Date.now() / 1000 - LOG) throw tooOld()
  return { origin, since }
}

/** As the log of changes names a double. */
export const nameOfDouble = ({ first, second }: Delta['doubles'][number]) =>
  `${first.id} ${second.id}`

/** All that changed, for every device alike: whose doubles and row these are stands beside it. */
export interface Delta extends Omit<Changes, 'me'> {
  /** Numbers of the devices whose rows have changed. */
  devices: string[]
  /** Whether anything was written at all, also what no device is told of. */
  isTouched: boolean
}

/**
 * What has changed since a cursor, and where to go on. What was under way then comes again,
 * which does no harm. Throws gone where the roster is to be read anew.
 */
export async function changesSince(cursor: string): Promise<Delta> {
  const db = getDb()
  const { origin, since } = readCursor(cursor)
  const { touched, ...point } = await listChanges(db, since, MOST_CHANGES)
  if (point.origin !== origin || touched.length === MOST_CHANGES) throw tooOld()
  const of = (noun: string) => touched.flatMap((one) => (one.noun === noun ? one.thing : []))
  const ids = of('guest').map(Number)
  const doubles = of('double')
  const [rows, lists, gates, drill, pairs, fill] = await Promise.all([
    listRosterRows(db, ids),
    of('list').length > 0 ? listRosterLists(db) : undefined,
    of('gate').length > 0 ? listGates(db) : undefined,
    of('drill').length > 0 ? getRunningDrill(db) : undefined,
    doubles.length > 0 ? (listDuplicateAdmissions(db, doubles) as Promise<Delta['doubles']>) : [],
    cachedOccupancy(touched.length > 0),
  ])
  const live = new Set(rows.map(({ id }) => id))
  const pairsLeft = new Set(pairs.map(nameOfDouble))
  return {
    cursor: cursorOf(point),
    guests: rows.map(viewRow),
    gone: ids.filter((id) => !live.has(id)),
    lists,
    gates,
    drill,
    fill,
    doubles: pairs,
    devices: of('device'),
    doublesGone: doubles.filter((name) => !pairsLeft.has(name)),
    isTouched: touched.length > 0,
  }
}

/** Of all that changed, what a device is told. */
export function changesFor(device: { id: string }, delta: Delta): Changes {
  const { devices, doubles, isTouched: _, ...rest } = delta
  return {
    ...rest,
    doubles: doubles.filter(
      ({ first, second }) => first.deviceId === device.id || second.deviceId === device.id,
    ),
    me: devices.includes(device.id),
  }
}
