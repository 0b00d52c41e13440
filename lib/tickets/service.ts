import { getDb } from '@/db/client'
import * as queries from '@/db/queries/tickets'
import { askedCode, type Ticket } from './rules'

/**
 * The ticket behind a code; null for one that is malformed, unknown, returned or of a deleted
 * guest, by the same question to the database. A banned guest's ticket is shown: the gate decides.
 */
export async function readTicket(code: string): Promise<Ticket | null> {
  const row = await queries.getTicket(getDb(), askedCode(code))
  if (!row) return null
  const { listKind, ...ticket } = row
  return { ...ticket, kind: listKind === 'sponsor' ? 'pass' : 'ticket' }
}
