import type { Artwork } from '@/lib/artwork/rules'
import { type Drawing, DrawnPage } from './drawing/drawn-page'

interface Props {
  pictures: Artwork['pictures']
  /** The organisers' own words (translation `satnica.lead`). */
  lead?: string
  /** The schedule in words (translation `satnica.text`), for whoever does not see the picture. */
  timetable: string
}

const ALT = 'Raspored obiju pozornica kroz noć. Isto piše u tekstu ispod slike.'

/** Who plays when: the organisers' picture, upright on a phone and wide on a desktop. */
export function SchedulePage({ pictures, lead, timetable }: Props) {
  return (
    <DrawnPage
      title="Satnica"
      lead={lead}
      alt={ALT}
      words={{ title: 'Uvećana satnica', whole: 'Cijela satnica' }}
      drawings={drawingsOf(pictures)}
      empty="Satnica se još slaže."
      className="schedule-picture"
    >
      <Timetable text={timetable} />
    </DrawnPage>
  )
}

const drawingsOf = ({ schedule, 'schedule-tall': tall }: Artwork['pictures']): Drawing[] => [
  ...(schedule ? [{ picture: schedule, from: '64rem' }] : []),
  ...(tall ? [{ picture: tall }] : []),
]

/** The schedule in words, a column for each stage. */
function Timetable({ text }: { text: string }) {
  return (
    <details className="schedule-words">
      <summary>Satnica kao tekst</summary>
      <div className="grid gap-x-16 gap-y-8 pt-4 md:grid-cols-2">
        {readTimetable(text).map(({ stage, acts }) => (
          <section key={stage}>
            <h2 className="poster-type text-4xl text-ember">{stage}</h2>
            <ul className="mt-3">
              {acts.map((act) => (
                <li key={act} className="border-t-2 border-ink-3 py-2 text-lg">
                  {act}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}

export interface StageActs {
  stage: string
  acts: string[]
}

/** A timetable as organisers type it: a block for each stage, its name first, then a line an act. */
export function readTimetable(text: string): StageActs[] {
  const lines = text.replace(/<br\s*\/?>/gi, '\n').replace(/\r/g, '')
  return lines
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').map((line) => line.trim()))
    .map(([stage = '', ...acts]) => ({ stage, acts: acts.filter((act) => act !== '') }))
    .filter(({ stage }) => stage !== '')
}
