import { classes } from '@/components/ui/classes'
import { largePictures, performerAnchor } from '@/lib/lineup/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import { festivalDay, formatRange, momentOn } from '@/lib/programme/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import { formatWeekday } from '@/lib/time'
import { FittedType, PageHead } from '../fitted-type'
import { Picture } from '../picture'
import { DialogAddress } from './dialog-address'

interface Props {
  performers: LineupItem[]
  /** What visitors may know of who plays when. */
  sets: ProgrammeSet[]
  /** The organisers' own words (translation `lineup.lead`). */
  lead?: string
}

/** Everyone who plays, and who they are. */
export function LineupPage({ performers, sets, lead }: Props) {
  const isEmpty = performers.length === 0
  return (
    <>
      <PageHead title="Line-up" lead={isEmpty ? undefined : lead} />
      <div className="poster-column py-10 lg:py-14">
        {isEmpty ? <NoPerformers /> : <LineupGrid performers={performers} />}
      </div>
      {performers.map((performer) => (
        <PerformerDialog
          key={performer.id}
          performer={performer}
          sets={sets.filter(({ performerId }) => performerId === performer.id)}
          hasDays={new Set(sets.map(({ startsAt }) => festivalDay(startsAt))).size > 1}
        />
      ))}
      <DialogAddress />
    </>
  )
}

/** Instead of the performers, while there are none. */
export function NoPerformers() {
  return (
    <p className="mt-6 max-w-md text-lg">
      Imena još držimo iza pozornice. Čim prvo izađe na svjetlo, ovdje ćeš ga vidjeti.
    </p>
  )
}

const LARGE = 'col-span-2 row-span-2'
const LARGE_ON_DESKTOP = 'md:col-span-2 md:row-span-2'

/** The performers as a wall of posters; each opens what there is to read about it. */
function LineupGrid({ performers }: { performers: LineupItem[] }) {
  const large = largePictures(performers.length)
  return (
    <ul className="lineup-grid">
      {performers.map((performer, place) => (
        <Tile
          key={performer.id}
          performer={performer}
          isFirst={place === 0}
          isLargeOnPhone={place < large.phone}
          isLarge={place < large.desktop}
        />
      ))}
    </ul>
  )
}

interface TileProps {
  performer: LineupItem
  isFirst: boolean
  isLargeOnPhone: boolean
  isLarge: boolean
}

function Tile({ performer, isFirst, isLargeOnPhone, isLarge }: TileProps) {
  const wide = isLarge ? 'min(50vw, 48rem)' : 'min(25vw, 24rem)'
  return (
    <li
      id={`plakat-${performer.slug}`}
      className={classes(isLargeOnPhone ? LARGE : isLarge && LARGE_ON_DESKTOP)}
    >
      <a
        href={`#${performerAnchor(performer.slug)}`}
        aria-haspopup="dialog"
        className={classes('lineup-tile', isLarge && 'lineup-tile-large')}
      >
        <span className="lineup-picture">
          <Picture
            src={performer.image}
            alt=""
            fill
            width={isLarge ? 768 : 384}
            sizes={`(min-width: 48rem) ${wide}, ${isLargeOnPhone ? '100vw' : '50vw'}`}
            loading={isLarge ? 'eager' : 'lazy'}
            fetchPriority={isFirst ? 'high' : undefined}
            // Painted with the page's first frame, since it is what the page is opened for.
            decoding={isFirst ? 'sync' : 'async'}
            className="object-cover"
          />
        </span>
        <h2 className="lineup-name">{performer.name}</h2>
      </a>
    </li>
  )
}

interface DialogProps {
  performer: LineupItem
  /** The performer's own. */
  sets: ProgrammeSet[]
  /** The festival has several days, so that a time alone says too little. */
  hasDays: boolean
}

/**
 * A performer's picture and biography. Opened by its address: by DialogAddress, and
 * without scripting by the stylesheet alone.
 */
function PerformerDialog({ performer, sets, hasDays }: DialogProps) {
  const anchor = performerAnchor(performer.slug)
  const paragraphs = performer.biography.split(/\n\s*\n/).filter((text) => text.trim() !== '')
  return (
    <dialog
      id={anchor}
      aria-labelledby={`${anchor}-ime`}
      className={classes('performer', paragraphs.length === 0 && 'performer-untold')}
    >
      <div className="performer-sheet">
        <form method="dialog" className="performer-close">
          <button type="submit" aria-label="Zatvori">
            <Cross />
          </button>
        </form>
        <a href={`#plakat-${performer.slug}`} aria-label="Zatvori" className="performer-close">
          <Cross />
        </a>
        <div className="performer-picture">
          <Picture
            src={performer.image}
            alt=""
            fill
            width={544}
            sizes="(min-width: 64rem) 34rem, (min-width: 48rem) 50vw, 100vw"
            className="object-contain"
          />
        </div>
        <div className="performer-text">
          <h2 id={`${anchor}-ime`}>
            <FittedType text={performer.name} className="performer-name" />
          </h2>
          {sets.length > 0 && (
            <ul className="performer-sets">
              {sets.map((set) => (
                <li key={set.id}>
                  <a href={`/satnica#nastup-${set.id}`}>
                    {hasDays && `${weekdayOf(set)} `}
                    {formatRange(set)}
                    <span>{set.stage}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
          {paragraphs.map((text) => (
            <p key={text} className="mt-4 whitespace-pre-line">
              {text}
            </p>
          ))}
        </div>
      </div>
    </dialog>
  )
}

const weekdayOf = ({ startsAt }: ProgrammeSet) =>
  formatWeekday(momentOn(festivalDay(startsAt), '12:00') as Date)

function Cross() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-8 stroke-current">
      <path d="m5 5 14 14M19 5 5 19" strokeWidth="3.5" />
    </svg>
  )
}
