import { getDb } from '@/db/pool'
import type { Page } from '@/db/queries/list-query'
import type { UserRow } from '@/db/queries/users'
import * as queries from '@/db/queries/visibility'
import { logActivity } from '@/lib/activities/record'
import { requireFound, ServiceError } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { requireUnchanged } from '@/lib/http/precondition'
import { recordOf } from '@/lib/text/keys'
import {
  FLAGS,
  TIMES,
  type TimeName,
  type Visibility,
  type VisibilityChange,
  type VisibilityFlag,
} from './schema'

const view = (row: queries.VisibilityRow): VisibilityFlag => ({
  name: row.name as VisibilityFlag['name'],
  visible: row.visible === null ? (row.at?.toISOString() ?? '') : row.visible ? '1' : '0',
})

/** Lists flags and times, with the total number of matches. */
export async function listVisibilityFlags(query: ListQuery): Promise<Page<VisibilityFlag>> {
  const { rows, total } = await queries.searchVisibility(
    getDb(),
    listParams(query, queries.VISIBILITY_FIELDS),
  )
  return { rows: rows.map(view), total }
}

/**
 * Returns a flag or a time. Throws not_found if the defaults of the festival are not stored yet.
 */
export async function getVisibilityFlag(name: VisibilityFlag['name']): Promise<VisibilityFlag> {
  const row = requireFound(await queries.getVisibilityFlag(getDb(), name))
  return view(row)
}

/** Returns all flags and times, for pages. */
export async function readVisibility(): Promise<Visibility> {
  const rows = await queries.listVisibility(getDb())
  const find = (name: string) => rows.find((row) => row.name === name)
  const at = (name: TimeName) => find(name)?.at?.toISOString() ?? null
  return {
    flags: recordOf(FLAGS, (name) => find(name)?.visible ?? false),
    timerTime: at('TIMER_TIME'),
    sponsorsInputTime: at('SPONSORS_INPUT_TIME'),
  }
}

/**
 * Sets a flag or a time. The next request of any visitor sees the change (rule 1.9). Throws invalid
 * for a flag in place of a time or the reverse, and conflict if the value is not the expected one.
 */
export async function setVisibility(
  name: VisibilityFlag['name'],
  { visible: value, seen }: VisibilityChange,
  user: UserRow,
): Promise<VisibilityFlag> {
  const isTime = (TIMES as readonly string[]).includes(name)
  if (isTime !== (typeof value === 'string'))
    throw new ServiceError(
      'invalid',
      isTime ? 'Vrijednost mora biti datum i vrijeme' : 'Vrijednost mora biti 0 ili 1',
      { fields: { visible: ['Neispravna vrijednost'] } },
    )
  const row: queries.VisibilityRow =
    typeof value === 'string'
      ? { name, visible: null, at: value === '' ? null : new Date(value) }
      : { name, visible: value, at: null }
  return getDb().transaction(async (tx) => {
    const before = await queries.updateVisibility(
      tx,
      name,
      row.visible === null ? { at: row.at } : { visible: row.visible },
    )
    requireUnchanged(seen, view(before))
    const id = { id: name }
    await logActivity(tx, user, 'visibility', [
      { ...id, visible: view(before).visible },
      { ...id, visible: view(row).visible },
    ])
    return view(row)
  })
}
