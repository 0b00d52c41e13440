import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { GridPerformer } from '@/components/public/lineup/grid-performer'
import { paragraphsOf, performerAddress, performerAnchor } from '@/lib/lineup/rules'
import { FittedType } from '../fitted-type'
import { Picture } from '../picture'
import { useBiography } from './biographies'
import { ListenLink, Share } from './performer-links'
import { Neighbour, SetList } from './performer-parts'

interface Props {
  performer: GridPerformer
  previous?: GridPerformer
  next?: GridPerformer
  onClosed: () => void
}

const anchorOf = ({ slug }: GridPerformer) => `#${performerAnchor(slug)}`

/**
 * Dialog with one performer: picture, sets, biography, and links to the previous and next
 * performer.
 */
export function PerformerDialog({ performer, previous, next, onClosed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = useRef(performer.slug)

  useEffect(() => {
    if (shown.current === performer.slug) return
    shown.current = performer.slug
    dialog.current?.scrollTo(0, 0)
    dialog.current?.querySelector('h2')?.focus()
  }, [performer.slug])
  useEffect(() => {
    dialog.current?.showModal()
    return () => document.getElementById(`plakat-${shown.current}`)?.focus()
  }, [])

  /** Shows another performer. Replaces the history entry, so that Back still leads to the grid. */
  const show = (other?: GridPerformer) => other && location.replace(anchorOf(other))
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') show(previous)
    if (key === 'ArrowRight') show(next)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="izvodac-ime"
      className="performer"
      onClose={onClosed}
      onKeyDown={onKeyDown}
      // Ignores the second click of a double click, because the first one has just opened the
      // dialog.
      onClick={({ target, detail }) => target === dialog.current && detail < 2 && onClosed()}
    >
      <div className="performer-sheet">
        <form method="dialog" className="performer-close">
          <button type="submit" aria-label="Zatvori">
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-8 stroke-current">
              <path d="m5 5 14 14M19 5 5 19" strokeWidth="3.5" />
            </svg>
          </button>
        </form>
        <div className="performer-picture">
          <Picture
            key={performer.image}
            src={performer.image}
            alt=""
            fill
            width={544}
            sizes="(min-width: 64rem) 34rem, (min-width: 48rem) 50vw, 100vw"
            className="object-contain"
          />
        </div>
        <div className="performer-text">
          <h2 id="izvodac-ime" tabIndex={-1}>
            <FittedType text={performer.name} className="performer-name" />
          </h2>
          <SetList sets={performer.sets} />
          <Biography performer={performer} />
        </div>
        {previous && next && (
          <nav aria-label="Drugi izvođači" className="performer-neighbours">
            <Neighbour
              is="previous"
              name={previous.name}
              href={anchorOf(previous)}
              show={() => show(previous)}
            />
            <Neighbour is="next" name={next.name} href={anchorOf(next)} show={() => show(next)} />
          </nav>
        )}
      </div>
    </dialog>
  )
}

/** Biography and links of a performer. If loading fails, shows a link to the performer's page. */
function Biography({ performer: { name, slug } }: { performer: GridPerformer }) {
  const details = useBiography(slug)
  const address = performerAddress(slug)
  return (
    <div aria-busy={details === null}>
      <div className="performer-ways">
        {details && details !== 'failed' && <ListenLink url={details.listenUrl} />}
        <Share name={name} address={address} />
      </div>
      {details === 'failed' && (
        <p role="alert" className="mt-4">
          Priča se sada ne može dohvatiti. Piše i na{' '}
          <a href={address} className="poster-link">
            stranici izvođača
          </a>
          .
        </p>
      )}
      {details &&
        details !== 'failed' &&
        paragraphsOf(details.biography).map((text) => (
          <p key={text} className="mt-4 whitespace-pre-line">
            {text}
          </p>
        ))}
    </div>
  )
}
