import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { guestLists, guests } from '../schema'

/** A guest who is put on the list; times are the database's own. */
export interface NewGuest {
  name: string
  surname: string
  jmbag: string | null
  email: string | null
  phone: string | null
  listId: number
  /** A code is a ticket. */
  confCode: string | null
  entered: boolean
}

/** Null when a live guest bears the JMBAG, also when another is being added just now. */
export async function insertGuest(db: Db, guest: NewGuest): Promise<number | null> {
  const { entered, ...columns } = guest
  const [row] = await db
    .insert(guests)
    .values({
      ...columns,
      boughtAt: guest.confCode === null ? null : sql`now()`,
      enteredAt: entered ? sql`now()` : null,
    })
    .onConflictDoNothing({ target: guests.jmbag, where: sql`deleted_at is null` })
    .returning({ id: guests.id })
  return row?.id ?? null
}

/** From now on the guest appears nowhere and the code admits nobody; the row stays. */
export async function markGuestDeleted(db: Db, id: number): Promise<void> {
  await db
    .update(guests)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(guests.id, id), isNull(guests.deletedAt)))
}

/** Whether there is or was such a guest, whether it is deleted, and whether its list is gone. */
export async function getGuestTrace(db: Db, id: number) {
  const [row] = await db
    .select({
      createdAt: guests.createdAt,
      isDeleted: sql<boolean>`${guests.deletedAt} is not null`,
      hasList: sql<boolean>`${guestLists.deletedAt} is null`,
    })
    .from(guests)
    .innerJoin(guestLists, eq(guestLists.id, guests.listId))
    .where(eq(guests.id, id))
  return row ?? null
}

/**
 * Undoes a deletion, onto another list if one is given; false when there is nothing to undo
 * or the list is gone. Throws the violation of `guests_live_jmbag_key` when the JMBAG is taken.
 */
export async function unmarkGuestDeleted(
  db: Db,
  id: number,
  list: { listId: number } | null,
): Promise<boolean> {
  const rows = await db
    .update(guests)
    .set({ deletedAt: null, ...(list && { listId: list.listId }) })
    .where(
      and(
        eq(guests.id, id),
        isNotNull(guests.deletedAt),
        list
          ? undefined
          : sql`exists (select from guest_lists l where l.id = ${guests.listId} and l.deleted_at is null)`,
      ),
    )
    .returning({ id: guests.id })
  return rows.length === 1
}
