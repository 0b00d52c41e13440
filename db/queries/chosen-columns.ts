import { and, eq } from 'drizzle-orm'
import type { Db } from '../pool'
import { chosenColumns } from '../schema/office'

interface ChoiceKey {
  userId: number
  screen: string
}

const matchesKey = ({ userId, screen }: ChoiceKey) =>
  and(eq(chosenColumns.userId, userId), eq(chosenColumns.screen, screen))

/** Returns the columns that a user has chosen for a list; null if the user has chosen none. */
export async function getChosenColumns(db: Db, key: ChoiceKey): Promise<string[] | null> {
  const [row] = await db
    .select({ columns: chosenColumns.columns })
    .from(chosenColumns)
    .where(matchesKey(key))
  return row?.columns ?? null
}

export async function setChosenColumns(db: Db, key: ChoiceKey, columns: string[]): Promise<void> {
  await db
    .insert(chosenColumns)
    .values({ ...key, columns })
    .onConflictDoUpdate({
      target: [chosenColumns.userId, chosenColumns.screen],
      set: { columns },
    })
}

export async function deleteChosenColumns(db: Db, key: ChoiceKey): Promise<void> {
  await db.delete(chosenColumns).where(matchesKey(key))
}
