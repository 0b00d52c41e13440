import { getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import * as queries from '@/db/queries/drills'
import type { UserRow } from '@/db/queries/users'
import { checksumOf } from '@/lib/admission/rules'
import { notFound, ServiceError } from '@/lib/http/errors'
import type { Drill, DrillReportInput } from './drill-schema'
import type { PassagesAnswer } from './schema'

/**
 * Reads the last drill with the reports of all devices; null if there was none in the last 12
 * hours.
 */
export async function readDrill(): Promise<{ drill: Drill | null }> {
  const drill = await queries.getLastDrill(getDb())
  if (!drill) return { drill: null }
  const reports = await queries.listReports(getDb(), drill.id)
  const responses = reports.map(({ passages, ...report }) => ({
    ...report,
    passages: Object.values(passages),
  }))
  return { drill: { ...drill, reports: responses as Drill['reports'] } }
}

/**
 * Starts a drill; all gate devices are notified within a second. Throws conflict while another
 * drill runs.
 */
export function startDrill(user: UserRow): Promise<{ drill: Drill }> {
  return getDb().transaction(async (tx) => {
    const drill = await queries.startDrill(tx, user.id)
    if (!drill) throw new ServiceError('conflict', 'Vježba već traje.', { code: 'drill_running' })
    await insertActivity(tx, {
      userId: user.id,
      entity: 'gates',
      entityId: `drill ${drill.id}`,
      action: 'drilled',
    })
    return { drill: { ...drill, reports: [] } }
  })
}

/** Ends the running drill and keeps its reports. Repeating it does nothing. */
export const endDrill = async (): Promise<void> => {
  await queries.endDrill(getDb())
}

/**
 * Stores the drill report of a device. A report may be sent again, like real passages. The checksum
 * in the response shows the device that nothing is missing. Throws not_found if the drill is
 * unknown or ended more than an hour ago.
 */
export async function reportDrill(
  { drill, passages, facts, sentAt }: DrillReportInput,
  device: { id: string; now: number },
): Promise<PassagesAnswer> {
  const { now } = device
  const offset = now - Date.parse(sentAt)
  const byId = passages.map(({ id, guestId, verdict, at, takesBack }) => [
    id,
    {
      id,
      guestId: guestId ?? null,
      verdict,
      at: Date.parse(at) + offset,
      takesBack: takesBack ?? null,
    },
  ])
  const stored = await queries.mergeDrillReport(getDb(), drill, {
    deviceId: device.id,
    facts,
    passages: Object.fromEntries(byId),
  })
  if (!stored) throw notFound('Ta je vježba završila.')
  return {
    results: passages.map(({ id }) => ({ id, outcome: 'counted' as const })),
    tally: checksumOf(Object.keys(stored)),
    now: new Date(now).toISOString(),
  }
}
