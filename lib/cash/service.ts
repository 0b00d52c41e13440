import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { violates } from '@/db/errors'
import { type Db, getDb } from '@/db/pool'
import * as queries from '@/db/queries/cash'
import { getGuest } from '@/db/queries/guests'
import { requireRow } from '@/db/queries/rows'
import type { UserRow } from '@/db/queries/users'
import { activityLogger } from '@/lib/activities/record'
import type { Caller } from '@/lib/api/caller'
import { hasPermission } from '@/lib/auth/rules'
import { notFound, ServiceError } from '@/lib/http/errors'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { formatDate, formatTime } from '@/lib/time/zagreb'
import { lockTill } from './payment'
import { CASH_MESSAGES, differenceCents, expectedCents, receiptNumber } from './rules'
import type { CashDesk, correctionBody, OpenShift, Receipt, Takings } from './schema'
import { isCashDeskEnabled } from './settings'

const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())

/**
 * Returns the state of the cash desk for a seller: the price of a ticket and the seller's open
 * shift.
 */
export async function readDesk(user: UserRow): Promise<CashDesk> {
  if (!(await isCashDeskEnabled())) return { on: '0', priceCents: null, shift: null }
  const db = getDb()
  const [priceCents, shift] = await Promise.all([
    queries.getDeskPrice(db),
    queries.getOpenShift(db, user.id),
  ])
  return { on: '1', priceCents, shift: shift && viewShift(shift) }
}

type Open = NonNullable<Awaited<ReturnType<typeof queries.getOpenShift>>>

const viewShift = ({ id, openedAt, floatCents, sold, returned }: Open): OpenShift => ({
  id,
  openedAt: new Date(openedAt).toISOString(),
  floatCents,
  sold,
  returned,
})

/**
 * Opens a cash shift of the seller; `floatCents` is the cash in the till. Throws conflict if the
 * seller has an open shift, also on another device, and if the cash desk is off.
 */
export async function openShift(floatCents: number, user: UserRow): Promise<OpenShift> {
  const open = getDb().transaction(async (tx) => {
    const id = await queries.openShift(tx, user.id, floatCents)
    if (id === null) throw new ServiceError('conflict', CASH_MESSAGES.off, { code: 'cash_off' })
    await logShift(tx, user, id, 'opened', { float: [null, floatCents / 100] })
    return viewShift(requireRow(await queries.getOpenShift(tx, user.id)))
  })
  return open.catch((error: unknown) => {
    throw violates(error, 'cash_shifts_one_open')
      ? new ServiceError('conflict', CASH_MESSAGES.shiftOpen, { code: 'shift_open' })
      : error
  })
}

/**
 * Locks and returns a cash shift. A seller can use only own shifts, an admin can use all. Throws
 * not_found.
 */
async function lockShift(tx: Db, id: number, user: UserRow) {
  const shift = await queries.lockShift(tx, id)
  if (!shift || (shift.sellerId !== user.id && !hasPermission(user.privilege, 'admin')))
    throw notFound(CASH_MESSAGES.noSuchShift)
  return shift
}

const shiftClosed = (sentence: string) =>
  new ServiceError('conflict', sentence, { code: 'shift_closed' })

const requireOpen = ({ closedAt }: queries.ShiftRow) => {
  if (closedAt !== null) throw shiftClosed(CASH_MESSAGES.shiftClosed)
}

/**
 * Closes a cash shift with the counted cash. Returns its takings with the expected cash and the
 * difference. A repeat with the same count returns the stored takings, because the first response
 * may have been lost. Throws not_found, or conflict if the shift is closed with another count.
 */
export function closeShift(id: number, countedCents: number, user: UserRow): Promise<Takings> {
  return getDb().transaction(async (tx) => {
    const { closedAt } = await lockShift(tx, id, user)
    if (closedAt !== null) {
      const stored = await getTakings(tx, id)
      if (stored.countedCents === countedCents) return stored
      throw shiftClosed(CASH_MESSAGES.shiftCounted(stored))
    }
    await queries.insertMove(tx, {
      kind: 'count',
      way: 'cash',
      cents: countedCents,
      reason: '',
      shiftId: id,
      sellerId: user.id,
    })
    await queries.closeShift(tx, id)
    const [takings] = (await queries.listTakings(tx, id)).map(viewTakings)
    if (!takings) throw new Error('the cash shift has no cash movements')
    const { expectedCents: expected, differenceCents: difference } = takings
    await logShift(tx, user, id, 'closed', {
      expected: [null, expected / 100],
      counted: [null, countedCents / 100],
      difference: [null, (difference as number) / 100],
    })
    return takings
  })
}

/** Sets the note of a cash shift, also after the shift is closed. Throws not_found. */
export function setShiftNote(id: number, text: string, user: UserRow): Promise<Takings> {
  return getDb().transaction(async (tx) => {
    const { note: before } = await lockShift(tx, id, user)
    await queries.setShiftNote(tx, id, text)
    if (before !== text) await logShift(tx, user, id, 'changed', { note: [before, text] })
    return getTakings(tx, id)
  })
}

/**
 * Adds a correction to an open cash shift: cash put into the till, cash taken out, or a wrong
 * booking. Throws not_found, or conflict if the shift is closed or the till has too little cash.
 */
export function correctShift(
  id: number,
  { way, cents, reason }: z.output<typeof correctionBody>,
  user: UserRow,
): Promise<Takings> {
  return getDb().transaction(async (tx) => {
    requireOpen(await lockShift(tx, id, user))
    if (way === 'cash') await lockTill(tx, id, cents)
    await queries.insertMove(tx, {
      kind: 'correction',
      way,
      cents,
      reason,
      shiftId: id,
      sellerId: user.id,
    })
    await logShift(tx, user, id, 'corrected', {
      [way]: [null, cents / 100],
      reason: [null, reason],
    })
    return getTakings(tx, id)
  })
}

const getTakings = async (tx: Db, id: number) => {
  const [row] = await queries.listTakings(tx, id)
  return viewTakings(requireRow(row))
}

const viewTakings = (row: queries.TakingsRow): Takings => ({
  ...row,
  openedAt: iso(row.openedAt),
  closedAt: iso(row.closedAt),
  expectedCents: row.shiftId === null ? 0 : expectedCents(row),
  differenceCents: differenceCents(row),
})

/**
 * Returns the takings of the edition, the newest day first: of each cash shift, and of the payments
 * without a shift.
 */
export const readTakings = async (): Promise<Takings[]> =>
  (await queries.listTakings(getDb())).map(viewTakings)

/**
 * Returns the receipt of a fresher's ticket; null if nothing was paid at the desk. Throws not_found
 * for other guests (except to admins).
 */
export async function readPayment(id: number, user: Caller): Promise<{ paid: Receipt | null }> {
  const guest = await getGuest(getDb(), id)
  if (!guest || (!guest.isBrucosi && !hasPermission(user.privilege, 'admin')))
    throw notFound(CASH_MESSAGES.noPaidGuest)
  const { listId } = guest
  const till = await queries.getSaleContext(getDb(), { userId: user.id, guestId: id, listId })
  if (!till?.sale || guest.boughtAt === null) return { paid: null }
  const { festival, year, sale } = till
  const { at, list, way, cents } = sale
  return {
    paid: {
      number: receiptNumber(year, sale.id),
      festival: `${festival} ${year}`,
      at: new Date(at).toISOString(),
      list,
      way,
      cents,
    },
  }
}

const logShift = activityLogger('cash')

const euros = (of: (row: Takings) => number | null) => ({
  kind: 'amount' as const,
  value: (row: Takings) => {
    const cents = of(row)
    return cents === null ? null : cents / 100
  },
})

const formatInstant = (at: string | null) => at && `${formatDate(at)} ${formatTime(at)}`

const COLUMNS: SheetColumn<Takings>[] = [
  { header: 'Dan', value: ({ day }) => formatDate(`${day}T12:00:00Z`), width: 13 },
  { header: 'Prodavač', value: ({ seller }) => seller?.name ?? 'Obrisan korisnik', width: 24 },
  {
    header: 'Otvorena',
    value: ({ openedAt }) => formatInstant(openedAt) ?? 'Bez smjene',
    width: 18,
  },
  { header: 'Zatvorena', value: ({ closedAt }) => formatInstant(closedAt), width: 18 },
  { header: 'Prodano', value: ({ sold }) => sold, kind: 'number', width: 10 },
  { header: 'Vraćeno', value: ({ returned }) => returned, kind: 'number', width: 10 },
  { header: 'Besplatno', value: ({ free }) => free, kind: 'number', width: 10 },
  { header: 'Gotovina (€)', ...euros((row) => row.cashCents), width: 14 },
  { header: 'Kartica (€)', ...euros((row) => row.cardCents), width: 14 },
  { header: 'Početni polog (€)', ...euros((row) => row.floatCents), width: 17 },
  { header: 'Uplate i isplate (€)', ...euros((row) => row.correctedCents), width: 19 },
  {
    header: 'Očekivano (€)',
    ...euros((row) => (row.shiftId === null ? null : row.expectedCents)),
    width: 15,
  },
  { header: 'Prebrojano (€)', ...euros((row) => row.countedCents), width: 15 },
  { header: 'Razlika (€)', ...euros((row) => row.differenceCents), width: 13 },
  { header: 'Napomena', value: (row) => row.note, width: 40 },
]

export const takingsWorkbook = (rows: Takings[]): Readable =>
  writeWorkbook('Blagajna', COLUMNS, rows)
