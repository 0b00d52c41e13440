import type { Artwork } from '@/lib/artwork/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import type { Festival } from '@/lib/settings/types'
import { type Drawing, DrawnPage } from './drawing/drawn-page'
import { StageBoard, Timetable } from './programme/timetable'

interface Props {
  festival: Festival
  pictures: Artwork['pictures']
  /** The organisers' own words (translation `satnica.lead`). */
  lead?: string
  sets: ProgrammeSet[]
  /** Whether names lead to the line-up. */
  isLineupOpen: boolean
}

const ALT = 'Raspored pozornica kroz noć. Isto piše u satnici ispod slike.'

/**
 * Who plays when: what is on right now, the organisers' picture (upright on a phone and wide on a
 * desktop), and the timetable that is always true.
 */
export function SchedulePage({ festival, pictures, lead, sets, isLineupOpen }: Props) {
  const isEmpty = sets.length === 0
  return (
    <>
      <ProgrammeData festival={festival} sets={sets} />
      <DrawnPage
        title="Satnica"
        lead={lead}
        alt={ALT}
        words={{ title: 'Uvećana satnica', whole: 'Cijela satnica' }}
        drawings={drawingsOf(pictures)}
        empty={
          isEmpty
            ? 'Raspored se još slaže. Čim bude gotov, ovdje piše tko svira, kada i gdje.'
            : undefined
        }
        className="schedule-picture"
        above={!isEmpty && <StageBoard sets={sets} />}
      >
        {!isEmpty && <Timetable sets={sets} isLineupOpen={isLineupOpen} />}
      </DrawnPage>
    </>
  )
}

const drawingsOf = ({ schedule, 'schedule-tall': tall }: Artwork['pictures']): Drawing[] => [
  ...(schedule ? [{ picture: schedule, from: '64rem' }] : []),
  ...(tall ? [{ picture: tall }] : []),
]

/** What search engines read: the night as an event of schema.org, and each set as a part of it. */
function ProgrammeData({ festival, sets }: Pick<Props, 'festival' | 'sets'>) {
  if (sets.length === 0) return null
  const data = {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: `${festival.name} ${festival.year}`,
    url: `${festival.publicUrl}/satnica`,
    startDate: sets.map(({ startsAt }) => startsAt).sort()[0],
    endDate: sets
      .map(({ endsAt }) => endsAt)
      .sort()
      .at(-1),
    subEvent: sets.map(({ name, stage, startsAt, endsAt }) => ({
      '@type': 'MusicEvent',
      name,
      startDate: startsAt,
      endDate: endsAt,
      location: { '@type': 'Place', name: stage },
    })),
  }
  return (
    <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
  )
}
