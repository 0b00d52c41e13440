import { getDb } from '@/db/client'
import { LINEUP_FIELDS, listLineup } from '@/db/queries/lineup'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import type { LineupItem } from './schema'
import { viewLineupItem } from './view'

/** The performers that the public may see, and how many match. */
export async function findPublicLineup(
  query: ListQuery,
): Promise<{ rows: LineupItem[]; total: number }> {
  const params = listParams(query, LINEUP_FIELDS)
  const { rows, total } = await listLineup(getDb(), { ...params, visibleOnly: true })
  return { rows: rows.map(viewLineupItem), total }
}
