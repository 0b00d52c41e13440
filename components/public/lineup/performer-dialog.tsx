import { classes } from '@/components/ui/classes'
import { performerAnchor } from '@/lib/lineup/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import { FittedType } from '../fitted-type'
import { Picture } from '../picture'

/**
 * A performer's picture and biography. Opened by its address: by DialogAddress, and
 * without scripting by the stylesheet alone.
 */
export function PerformerDialog({ performer }: { performer: LineupItem }) {
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

function Cross() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-8 stroke-current">
      <path d="m5 5 14 14M19 5 5 19" strokeWidth="3.5" />
    </svg>
  )
}
