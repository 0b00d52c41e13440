import type { LineupItem } from '@/lib/lineup/schema'
import type { ProgrammeSet } from '@/lib/programme/schema'
import { PageHead } from '../fitted-type'
import { PerformerGrid } from './performer-grid'
import { setsByPerformer } from './performer-sets'

interface Props {
  performers: LineupItem[]
  /** Public sets of the programme; empty while the timetable is hidden. */
  sets: ProgrammeSet[]
  /** Introduction, written by the organisers (site text `lineup.lead`). */
  lead?: string
}

/** Page `/lineup`: all performers. */
export function LineupPage({ performers, sets, lead }: Props) {
  const isEmpty = performers.length === 0
  const setsOf = setsByPerformer(sets)
  return (
    <>
      <PageHead title="Line-up" lead={isEmpty ? undefined : lead} />
      <div className="poster-column py-10 lg:py-14">
        {isEmpty ? (
          <NoPerformers />
        ) : (
          <PerformerGrid
            performers={performers.map(({ id, name, slug, image }) => ({
              name,
              slug,
              image,
              sets: setsOf(id),
            }))}
          />
        )}
      </div>
    </>
  )
}

/** Sentence shown while the line-up has no performers. */
export function NoPerformers() {
  return (
    <p className="mt-6 max-w-md text-lg">
      Imena još držimo iza pozornice. Čim prvo izađe na svjetlo, ovdje ćeš ga vidjeti.
    </p>
  )
}
