import { PageHead } from '../page-head'
import { Timetable } from './timetable'

interface Props {
  /** The organisers' own words (translation `satnica.lead`). */
  lead?: string
  /** The schedule in words (translation `satnica.text`), for whoever does not see the picture. */
  timetable: string
}

const PICTURE = { wide: '/art/schedule.svg', tall: '/art/schedule-tall.svg' }

/** Who plays when: the organisers' picture, upright on a phone and wide on a desktop. */
export function SchedulePage({ lead, timetable }: Props) {
  return (
    <>
      <PageHead title="Satnica" lead={lead} />
      <div className="poster-column py-8 lg:py-12">
        <picture>
          <source media="(min-width: 64rem)" srcSet={PICTURE.wide} width={1600} height={900} />
          <img
            src={PICTURE.tall}
            alt="Raspored obiju pozornica kroz noć. Isto piše u tekstu ispod slike."
            width={900}
            height={1600}
            fetchPriority="high"
            className="schedule-picture"
          />
        </picture>
        <p className="mt-4 flex flex-wrap gap-4">
          <FullPicture address={PICTURE.tall} className="lg:hidden" />
          <FullPicture address={PICTURE.wide} className="hidden lg:inline-flex" />
        </p>
        <Timetable text={timetable} />
      </div>
    </>
  )
}

/** The drawing alone on a page of the browser's own, where fingers enlarge it. */
function FullPicture({ address, className }: { address: string; className: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      className={`poster-button bg-signal text-ink hover:text-paper ${className}`}
    >
      Povećaj sliku
      <span className="sr-only"> (otvara se u novoj kartici)</span>
    </a>
  )
}
