import { toSetSummary } from '@/lib/programme/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import { Upcoming } from './upcoming'

/** Number of sets on the home page. */
const MAX_SETS = 5

/**
 * Sets on the home page: the first of the programme, or during the night the current and next ones.
 */
export function ProgrammeTeaser({ sets }: { sets: ProgrammeSet[] }) {
  if (sets.length === 0) return null
  const inOrder = [...sets]
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
    .map(toSetSummary)
  return (
    <section className="poster-column pt-16 lg:pt-24">
      <h2 className="poster-type text-[min(4.5rem,20vw)] text-ember md:text-9xl">
        <a href="/satnica" className="poster-way">
          Tko svira
        </a>
      </h2>
      <Upcoming sets={inOrder} shown={MAX_SETS} />
    </section>
  )
}
