import { getDb } from '@/db/pool'
import { getTicket } from '@/db/queries/ticket-by-code'
import type { Ticket } from '@/lib/tickets/rules'
import { normalizeCode } from '@/lib/tickets/rules'

/**
 * The ticket behind a code; null for one that is malformed, unknown, returned or of a deleted
 * guest, by the same question to the database. A banned guest's ticket is shown: the gate decides.
 */
export async function readTicket(code: string): Promise<Ticket | null> {
  const row = await getTicket(getDb(), normalizeCode(code))
  if (!row) return null
  const { listKind, ...ticket } = row
  return { ...ticket, kind: listKind === 'sponsor' ? 'pass' : 'ticket' }
}
