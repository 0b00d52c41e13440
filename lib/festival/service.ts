import { getDb } from '@/db/pool'
import * as queries from '@/db/queries/festival'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { invalidate } from '@/lib/cache/invalidate'
import { ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import { formatAttributes, parseAttributes } from '@/lib/text/pairs'
import { editionProblem, erasureProblem } from './rules'
import type { EditionSettings, FestivalChange } from './schema'

/** Converts the row of an edition to a response. */
export const viewEdition = ({
  opensAt,
  closesAt,
  ticketPriceCents,
  ticketWidgetData,
  ...row
}: Omit<queries.EditionRow, 'id' | 'cashDesk' | 'endedAt' | 'erasedAt'>): EditionSettings => ({
  name: row.name,
  year: row.year,
  number: row.ordinal,
  opensAt: opensAt?.toISOString() ?? null,
  closesAt: closesAt?.toISOString() ?? null,
  place: row.place,
  address: row.address,
  lat: row.lat,
  lng: row.lng,
  contactEmail: row.contactEmail,
  sponsorsEmail: row.sponsorsEmail,
  instagramUrl: row.instagramUrl,
  facebookUrl: row.facebookUrl,
  tiktokUrl: row.tiktokUrl,
  ticketPriceEUR: ticketPriceCents === null ? null : ticketPriceCents / 100,
  salesState: row.salesState,
  nightPhone: row.nightPhone,
  ticketShopUrl: row.ticketShopUrl,
  ticketWidgetSrc: row.ticketWidgetSrc,
  ticketWidgetData: formatAttributes(ticketWidgetData),
  aircashUrl: row.aircashUrl,
  retentionDays: row.retentionDays,
  deskAdds: row.deskAdds ? '1' : '0',
})

/** Returns the current edition. */
export const readEdition = async (): Promise<EditionSettings> =>
  viewEdition(await queries.getEdition(getDb()))

/**
 * Changes some settings of the current edition. The tag of the festival's own members has the
 * festival's name and is renamed with it (rule 8.4). Throws invalid for fields that contradict each
 * other or would erase the personal data at once, and conflict if a field no longer has its
 * expected value.
 */
export function changeEdition(
  { seen, ...change }: FestivalChange,
  user: UserRow,
): Promise<EditionSettings> {
  return getDb().transaction(async (tx) => {
    const row = await queries.lockEdition(tx)
    const before = viewEdition(row)
    requireUnchanged(seen, before)
    const columns = columnsOf(change)
    const problem =
      editionProblem({ ...before, ...change }) ?? erasureProblem(row, { ...row, ...columns })
    if (problem)
      throw new ServiceError('invalid', problem.sentence, {
        fields: { [problem.field]: [problem.sentence] },
      })
    const after = viewEdition(await queries.updateEdition(tx, columns))
    if (after.name !== before.name) {
      const id = await queries.renameProductList(tx, before.name, after.name)
      if (id !== null)
        await logActivity(tx, user, 'tags', [
          { id, name: before.name },
          { id, name: after.name },
        ])
    }
    // Cached data of the night contain these times, so they become stale too.
    if ('opensAt' in change || 'closesAt' in change) await invalidate(tx, 'night')
    await logActivity(tx, user, 'festival', [
      { id: 'festival', ...before },
      { id: 'festival', ...after },
    ])
    return after
  })
}

const cents = (euros: number | null) => (euros === null ? null : Math.round(euros * 100))
const toDate = (at: string | null) => (at === null ? null : new Date(at))

/** Converts a change to the columns that store it. */
function columnsOf(change: Omit<FestivalChange, 'seen'>) {
  const { number, opensAt, closesAt, ticketPriceEUR, ticketWidgetData, ...rest } = change
  return {
    ...rest,
    ...(number !== undefined && { ordinal: number }),
    ...(opensAt !== undefined && { opensAt: toDate(opensAt) }),
    ...(closesAt !== undefined && { closesAt: toDate(closesAt) }),
    ...(ticketPriceEUR !== undefined && { ticketPriceCents: cents(ticketPriceEUR) }),
    ...(ticketWidgetData !== undefined && {
      ticketWidgetData: parseAttributes(ticketWidgetData) ?? {},
    }),
  }
}
