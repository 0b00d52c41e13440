import { getDb } from '@/db/pool'
import { getTicket } from '@/db/queries/ticket-by-code'
import type { Ticket } from '@/lib/tickets/rules'
import { normalizeCode } from '@/lib/tickets/rules'

/**
 * Returns the ticket with this code. Null if the code is malformed, unknown or returned, or if the
 * guest is deleted; all of them take the same database query. The ticket of a banned guest is
 * returned too, because the gate decides about it.
 */
export async function readTicket(code: string): Promise<Ticket | null> {
  const row = await getTicket(getDb(), normalizeCode(code))
  if (!row) return null
  const { listKind, ...ticket } = row
  return { ...ticket, kind: listKind === 'sponsor' ? 'pass' : 'ticket' }
}
