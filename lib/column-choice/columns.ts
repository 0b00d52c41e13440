import { getDb } from '@/db/pool'
import * as queries from '@/db/queries/chosen-columns'
import type { UserRow } from '@/db/queries/users'
import { GUEST_COLUMNS, type GuestColumn } from './schema'

// Columns that a user has chosen for a list. The choice affects only this user, so the activity log
// does not contain it.

/** Returns the user's chosen columns. Leaves out columns that no longer exist. */
export async function readColumns(screen: string, { id: userId }: UserRow) {
  const chosen = await queries.getChosenColumns(getDb(), { userId, screen })
  return { columns: chosen && inOrder(chosen) }
}

export async function chooseColumns(
  screen: string,
  columns: GuestColumn[] | null,
  { id: userId }: UserRow,
) {
  const key = { userId, screen }
  const chosen = columns && inOrder(columns)
  if (chosen) await queries.setChosenColumns(getDb(), key, chosen)
  else await queries.deleteChosenColumns(getDb(), key)
  return { columns: chosen }
}

const inOrder = (chosen: string[]) => GUEST_COLUMNS.filter((column) => chosen.includes(column))
