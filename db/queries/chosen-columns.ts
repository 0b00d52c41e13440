import { and, eq } from 'drizzle-orm'
import type { Db } from '../pool'
import { chosenColumns } from '../schema/office'

interface Whose {
  userId: number
  screen: string
}

const is = ({ userId, screen }: Whose) =>
  and(eq(chosenColumns.userId, userId), eq(chosenColumns.screen, screen))

/** Returns the columns that a user has chosen for a list; null if the user has chosen none. */
export async function getChosenColumns(db: Db, whose: Whose): Promise<string[] | null> {
  const [row] = await db
    .select({ columns: chosenColumns.columns })
    .from(chosenColumns)
    .where(is(whose))
  return row?.columns ?? null
}

export async function setChosenColumns(db: Db, whose: Whose, columns: string[]): Promise<void> {
  await db
    .insert(chosenColumns)
    .values({ ...whose, columns })
    .onConflictDoUpdate({
      target: [chosenColumns.userId, chosenColumns.screen],
      set: { columns },
    })
}

export async function deleteChosenColumns(db: Db, whose: Whose): Promise<void> {
  await db.delete(chosenColumns).where(is(whose))
}
