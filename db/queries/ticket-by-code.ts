import { sql } from 'drizzle-orm'
import type { Db } from '@/db/pool'
import { prepareStatement } from '@/db/prepared'

export type TicketRow = {
  guestId: number
  name: string
  surname: string
  /** Name of the guest list. For a sponsor list, this name does not contain the slug. */
  list: string
  listKind: 'tag' | 'sponsor'
  code: string
  enteredAt: string | null
}

const byCode = prepareStatement<TicketRow>(sql`
  select g.id as "guestId", g.name, g.surname, l.name as list, l.kind as "listKind",
    g.conf_code as code, g.entered_at as "enteredAt"
  from guests g join guest_lists l on l.id = g.list_id
  where g.conf_code = ${sql.placeholder('code')}::uuid and g.deleted_at is null`)

/**
 * Returns the ticket of the active guest with this confirmation code; null without such a guest.
 */
export async function getTicket(db: Db, code: string): Promise<TicketRow | null> {
  return (await byCode(db, { code }))[0] ?? null
}
