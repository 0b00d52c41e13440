import './poster/timetable.css'
import type { Artwork } from '@/lib/artwork/rules'
import type { Phase } from '@/lib/phase/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import type { PublicFestival } from '@/lib/site/types'
import { PageHead } from './fitted-type'
import { SchedulePicture } from './programme/schedule-picture'
import { Timetable } from './programme/timetable'

interface Props {
  festival: PublicFestival
  phase: Phase
  pictures: Artwork['pictures']
  /** Introduction, written by the organisers (site text `satnica.lead`). */
  lead?: string
  sets: ProgrammeSet[]
  /** Whether the names of performers link to the line-up; false while the line-up is hidden. */
  isLineupOpen: boolean
}

/**
 * Page `/satnica`: the timetable, and below it the schedule image that organisers have uploaded,
 * upright on a phone and wide on a desktop (rule 12.17).
 */
export function SchedulePage(props: Props) {
  const { festival, phase, pictures, lead, sets, isLineupOpen } = props
  const { schedule: wide, 'schedule-tall': tall } = pictures
  const isEmpty = sets.length === 0
  return (
    <>
      <PageHead title="Satnica" lead={lead} />
      {!isEmpty && (
        <Timetable festival={festival} phase={phase} sets={sets} isLineupOpen={isLineupOpen} />
      )}
      {(wide || tall) && <SchedulePicture wide={wide} tall={tall} isFirst={isEmpty} />}
      {isEmpty && !wide && !tall && (
        <p className="poster-column max-w-md py-8 text-lg lg:py-12">
          Raspored se još slaže. Čim bude gotov, ovdje piše tko svira, kada i gdje.
        </p>
      )}
    </>
  )
}
