import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { getDb } from '@/db/pool'
import { getRunningDrill } from '@/db/queries/drills'
import { listDuplicateAdmissions, listGates } from '@/db/queries/gates'
import {
  countActiveGuests,
  type LogPosition,
  listChanges,
  listRosterLists,
  listRosterPage,
  listRosterRows,
  type RosterRow,
  readLogPosition,
} from '@/db/queries/roster'
import { cachedOccupancy } from '@/lib/admission/occupancy'
import { duplicateKeyOf } from '@/lib/admission/rules'
import { ServiceError } from '@/lib/http/errors'
import { toColumns } from './roster-codec'
import type { Changes, RosterGuest, RosterPage } from './schema'

/**
 * Maximum number of guests in one chunk of the roster. It keeps each response small for a slow
 * network.
 */
const CHUNK_SIZE = 25_000
/**
 * Limit of one read of the change log. From this number of changes on, the device must reload the
 * whole roster, which is then faster.
 */
const MAX_CHANGES = 20_000
/** Retention of the change log in seconds. A device with an older cursor must reload the roster. */
const LOG_RETENTION_S = 25 * 3600

/** Formats a position in the change log as the cursor that a phone stores. */
export const cursorOf = ({ origin, xmin, at }: LogPosition) => `${origin}.${xmin}.${at}`

/**
 * Responds with the chunk of the roster after a guest id, as JSON (or binary for the previous
 * release), gzipped if the client accepts it. Later changes are read from the cursor in the chunk.
 */
export async function rosterPage(after: number, request: Request): Promise<Response> {
  const db = getDb()
  // Read before the guests, so that a concurrent change is sent again after this cursor.
  const position = await readLogPosition(db)
  const [lists, total, rows] = await Promise.all([
    listRosterLists(db),
    countActiveGuests(db),
    listRosterPage(db, after, CHUNK_SIZE),
  ])
  // Skips guests of a list that was created after `lists` was read. The device receives them with
  // the changes.
  const listIds = new Set(lists.map(({ id }) => id))
  const guests = rows.filter(({ list }) => listIds.has(list)).map(toRosterGuest)
  const last = rows.at(-1)?.id ?? after
  const page: RosterPage = {
    cursor: cursorOf(position),
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

const toRosterGuest = ({ hash, ...row }: RosterRow): RosterGuest => ({
  ...row,
  hash: hash === null ? null : hash.toString('base64'),
})

const tooOld = () =>
  new ServiceError('gone', 'Popis je prestar i mora se učitati iznova.', { code: 'roster_too_old' })

/** Parses a cursor into log id and transaction. Throws roster_too_old if the cursor is too old. */
function readCursor(cursor: string) {
  const [origin = '', since = '', at = ''] = cursor.split('.')
  if (Number(at) < Date.now() / 1000 - LOG_RETENTION_S) throw tooOld()
  return { origin, since }
}

/** All changes since a cursor, before they are filtered for one device. */
export interface Delta extends Omit<Changes, 'me'> {
  /** Ids of the changed devices. */
  devices: string[]
  /** Whether the change log has any new entry, including changes that devices do not receive. */
  isTouched: boolean
}

/**
 * Reads the changes since a cursor, and the next cursor. Changes committed while an older
 * transaction runs are sent again later, which is harmless. Throws roster_too_old if the device
 * must reload the roster.
 */
export async function changesSince(cursor: string): Promise<Delta> {
  const db = getDb()
  const { origin, since } = readCursor(cursor)
  const { touched, ...position } = await listChanges(db, since, MAX_CHANGES)
  if (position.origin !== origin || touched.length === MAX_CHANGES) throw tooOld()
  const idsOf = (kind: string) =>
    touched.flatMap(({ entity, entityId }) => (entity === kind ? entityId : []))
  const ids = idsOf('guest').map(Number)
  const duplicateKeys = idsOf('double')
  const [rows, lists, gates, drill, duplicates, fill] = await Promise.all([
    listRosterRows(db, ids),
    idsOf('list').length > 0 ? listRosterLists(db) : undefined,
    idsOf('gate').length > 0 ? listGates(db) : undefined,
    idsOf('drill').length > 0 ? getRunningDrill(db) : undefined,
    duplicateKeys.length > 0
      ? (listDuplicateAdmissions(db, duplicateKeys) as Promise<Delta['doubles']>)
      : [],
    cachedOccupancy(touched.length > 0),
  ])
  const activeIds = new Set(rows.map(({ id }) => id))
  const remaining = new Set(duplicates.map(duplicateKeyOf))
  return {
    cursor: cursorOf(position),
    guests: rows.map(toRosterGuest),
    gone: ids.filter((id) => !activeIds.has(id)),
    lists,
    gates,
    drill,
    fill,
    doubles: duplicates,
    devices: idsOf('device'),
    doublesGone: duplicateKeys.filter((key) => !remaining.has(key)),
    isTouched: touched.length > 0,
  }
}

/**
 * Selects the changes that one device receives: of the duplicate admissions only its own, and
 * instead of the changed devices only whether the device itself has changed.
 */
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
