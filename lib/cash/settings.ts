import { getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import * as queries from '@/db/queries/cash'
import { lockEdition, updateEdition } from '@/db/queries/festival'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { invalidate } from '@/lib/cache/invalidate'
import { tagVersion } from '@/lib/cache/tags'
import { notFound, ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import { CASH_MESSAGES, formatTypedEuro } from './rules'
import type { CashSettings, SettingsChange } from './schema'

interface CachedSwitch {
  generation: number
  isOn: Promise<boolean>
}

const cache = processSingleton('cash-switch', (): { entry?: CachedSwitch } => ({}))

/**
 * Whether the cash desk is on (rule 3.18). The value is cached until the edition settings change,
 * so that a sale needs no query for it.
 */
export function isCashDeskEnabled(): Promise<boolean> {
  const current = tagVersion('festival')
  if (cache.entry?.generation !== current) {
    const isOn = queries.hasCashDesk(getDb())
    isOn.catch(() => {
      delete cache.entry
    })
    cache.entry = { generation: current, isOn }
  }
  return cache.entry.isOn
}

type Row = Awaited<ReturnType<typeof queries.getCashSettings>>

const view = ({ isOn, ...row }: Row): CashSettings => ({ on: isOn ? '1' : '0', ...row })

export const readSettings = async (): Promise<CashSettings> =>
  view(await queries.getCashSettings(getDb()))

/**
 * Returns the cash settings as fields of an activity: whether the desk is on, and the ticket price
 * of each tag in euros.
 */
const toActivityFields = ({ isOn, lists }: Row) => ({
  id: 'settings',
  cashDesk: isOn ? '1' : '0',
  ...Object.fromEntries(
    lists.map(({ name, cents }) => [name, cents === null ? null : cents / 100]),
  ),
})

type NewPrices = NonNullable<SettingsChange['prices']>

/** Throws conflict if a price is not the expected one, with each current price in euros. */
function requireUnchangedPrices(prices: NewPrices, lists: Row['lists']): void {
  const expected = lists.flatMap(({ id, cents }) => {
    const seen = prices.find((price) => price.id === id)?.seen
    return seen === undefined ? [] : [{ id, cents, seen }]
  })
  const euros = (cents: number | null) => (cents === null ? null : formatTypedEuro(cents))
  requireUnchanged(
    Object.fromEntries(expected.map(({ id, seen }) => [id, euros(seen)])),
    Object.fromEntries(expected.map(({ id, cents }) => [id, euros(cents)])),
  )
}

/**
 * Switches the cash desk on or off, and sets the ticket prices of tags. Throws not_found for an
 * unknown tag, and conflict if a price is not the expected one. Throws conflict if the desk is
 * switched off while a cash shift is open, because the shift would never be counted.
 */
export function changeSettings(change: SettingsChange, user: UserRow): Promise<CashSettings> {
  return getDb().transaction(async (tx) => {
    await lockEdition(tx)
    const before = await queries.getCashSettings(tx)
    requireUnchangedPrices(change.prices ?? [], before.lists)
    if (change.on === false && before.openShifts > 0)
      throw new ServiceError('conflict', CASH_MESSAGES.openShifts, { code: 'open_shifts' })
    if (change.on !== undefined) await updateEdition(tx, { cashDesk: change.on })
    for (const { id, cents } of change.prices ?? [])
      if (!(await queries.setListPrice(tx, id, cents))) throw notFound(CASH_MESSAGES.unknownList)
    const after = await queries.getCashSettings(tx)
    await invalidate(tx, 'festival')
    await logActivity(tx, user, 'cash', [toActivityFields(before), toActivityFields(after)])
    return view(after)
  })
}
