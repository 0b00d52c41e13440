import { programme } from './content/programme'
import type { Transaction } from './sql'

const MINUTE = 60_000

/** Returns the minutes from noon to a clock time of the following night. */
function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return ((hours + 12) % 24) * 60 + minutes
}

/** Inserts stages and sets for the night that opens at `opensAt`, unless stages exist already. */
export async function insertSets(tx: Transaction, opensAt: Date) {
  if ((await tx`select from stages limit 1`).length > 0) return
  const all = programme.flatMap(([, sets]) => sets)
  const first = Math.min(...all.map(([from]) => minutesOf(from)))
  const at = (clock: string) =>
    new Date(opensAt.getTime() + (minutesOf(clock) - first) * MINUTE).toISOString()
  for (const [i, [name, sets]] of programme.entries()) {
    const [stage] = await tx`
      insert into stages (name, "order") values (${name}, ${i + 1}) returning id`
    for (const [from, to, slug] of sets)
      await tx`insert into sets (stage_id, lineup_item_id, starts_at, ends_at)
        select ${stage?.id}, id, ${at(from)}, ${at(to)} from lineup_items where slug = ${slug}`
  }
}
