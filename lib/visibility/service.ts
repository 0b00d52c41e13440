import { getDb } from '@/db/client'
import { changesBetween, insertActivity } from '@/db/queries/activities'
import type { UserRow } from '@/db/queries/users'
import { listVisibility, updateVisibility, type VisibilityRow } from '@/db/queries/visibility'
import { invalidate } from '@/lib/cache/invalidate'
import { ServiceError } from '@/lib/http/errors'
import {
  FLAGS,
  type FlagName,
  TIMES,
  type TimeName,
  type Visibility,
  type VisibilityFlag,
} from './schema'

const view = (row: VisibilityRow): VisibilityFlag => ({
  name: row.name as VisibilityFlag['name'],
  visible: row.visible === null ? (row.at?.toISOString() ?? '') : row.visible ? '1' : '0',
})

export async function readVisibilityFlags(): Promise<VisibilityFlag[]> {
  return (await listVisibility(getDb())).map(view)
}

/** All flags and times, for pages. */
export async function readVisibility(): Promise<Visibility> {
  const rows = await listVisibility(getDb())
  const find = (name: string) => rows.find((row) => row.name === name)
  const at = (name: TimeName) => find(name)?.at?.toISOString() ?? null
  return {
    flags: Object.fromEntries(FLAGS.map((name) => [name, find(name)?.visible ?? false])) as Record<
      FlagName,
      boolean
    >,
    timerTime: at('TIMER_TIME'),
    sponsorsInputTime: at('SPONSORS_INPUT_TIME'),
  }
}

/** Sets one flag or time; the next request of any visitor sees it. */
export async function setVisibility(
  name: VisibilityFlag['name'],
  value: boolean | string,
  user: UserRow,
): Promise<VisibilityFlag> {
  const isTime = (TIMES as readonly string[]).includes(name)
  if (isTime !== (typeof value === 'string'))
    throw new ServiceError(
      'invalid',
      isTime ? 'Vrijednost mora biti datum i vrijeme' : 'Vrijednost mora biti 0 ili 1',
      { fields: { visible: ['Neispravna vrijednost'] } },
    )
  const row: VisibilityRow =
    typeof value === 'string'
      ? { name, visible: null, at: value === '' ? null : new Date(value) }
      : { name, visible: value, at: null }
  return getDb().transaction(async (tx) => {
    const before = await updateVisibility(
      tx,
      name,
      row.visible === null ? { at: row.at } : { visible: row.visible },
    )
    await insertActivity(tx, {
      userId: user.id,
      entity: 'visibility',
      entityId: name,
      action: 'changed',
      changes: changesBetween({ visible: view(before).visible }, { visible: view(row).visible }),
    })
    await invalidate(tx, 'visibility')
    return view(row)
  })
}
