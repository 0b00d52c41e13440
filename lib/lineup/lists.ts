import { getDb } from '@/db/client'
import { LINEUP_FIELDS, listLineup } from '@/db/queries/lineup'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import type { LineupItem } from './schema'
import { viewLineupItem } from './view'

interface LineupPage {
  rows: LineupItem[]
  /** All that match, also those beyond the limit. */
  total: number
}

/** The performers that the public may see. */
export const findPublicLineup = (query: ListQuery) => find(query, true)

/** All performers, for staff. */
export const findLineup = (query: ListQuery) => find(query, false)

async function find(query: ListQuery, visibleOnly: boolean): Promise<LineupPage> {
  const params = listParams(query, LINEUP_FIELDS)
  const { rows, total } = await listLineup(getDb(), { ...params, visibleOnly })
  return { rows: rows.map(viewLineupItem), total }
}
