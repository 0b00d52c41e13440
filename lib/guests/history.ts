import { getDb } from '@/db/pool'
import { getGuestTrace, listActivitiesOfGuest } from '@/db/queries/guests-write'
import { listMailsOfGuest } from '@/db/queries/mails'
import { notFound } from '@/lib/http/errors'
import { toMailResponse } from '@/lib/mail/service'
import { IMPORT_RECORD } from './rules'
import type { GuestHistory } from './schema'

/**
 * Returns the activities about a guest, newest first, and the mails to the guest. Works for deleted
 * guests too, while the deletion can be undone. Throws not_found.
 */
export async function readGuestHistory(id: number): Promise<GuestHistory> {
  const db = getDb()
  const trace = await getGuestTrace(db, id)
  if (!trace || trace.isErased) throw notFound('Gost ne postoji.')
  const [activities, mails] = await Promise.all([
    listActivitiesOfGuest(db, id, IMPORT_RECORD),
    listMailsOfGuest(db, id),
  ])
  return {
    activities: activities.map((row) => ({ ...row, at: row.at.toISOString() })),
    mails: mails.map(toMailResponse),
  }
}
