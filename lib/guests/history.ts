import { getDb } from '@/db/client'
import { listActivitiesOfGuest } from '@/db/queries/guests-history'
import { getGuestTrace } from '@/db/queries/guests-write'
import { listMailsOfGuest } from '@/db/queries/mails'
import { notFound } from '@/lib/http/errors'
import { viewMail } from '@/lib/mails/service'
import { IMPORT_RECORD } from './import'
import type { GuestHistory } from './schema'

/** What happened to a guest and by whom, and the mails sent to it; of a deleted one too. */
export async function readGuestHistory(id: number): Promise<GuestHistory> {
  const db = getDb()
  if (!(await getGuestTrace(db, id))) throw notFound('Gost ne postoji.')
  const [activities, mails] = await Promise.all([
    listActivitiesOfGuest(db, id, IMPORT_RECORD),
    listMailsOfGuest(db, id),
  ])
  return {
    activities: activities.map((row) => ({ ...row, at: row.at.toISOString() })),
    mails: mails.map(viewMail),
  }
}
