import type { GuestRow } from '@/db/queries/guests'
import type { Guest } from './schema'

/** A stored guest as the API shows one; the row itself never leaves the server. */
export function viewGuest(row: GuestRow): Guest {
  return {
    id: row.id,
    name: row.name,
    surname: row.surname,
    jmbag: row.jmbag ?? '',
    tag: row.tag,
    bought: row.boughtAt ? '1' : '0',
    entered: row.enteredAt ? '1' : '0',
    confCode: row.confCode,
    boughtTicketTime: row.boughtAt,
    enteredTime: row.enteredAt,
    email: row.email,
    phone: row.phone,
  }
}
