import { useEffect, useRef } from 'react'
import type { Location } from '@/lib/map/rules'

interface Props {
  location: Location
  onAsk: () => void
  onPinCentre: () => void
  onCloseAlert: () => void
}

/** Finding oneself: the question, what came of it, and the pin by hand. */
export function LocationPanel({ location, onAsk, onPinCentre, onCloseAlert }: Props) {
  const { phase, alert } = location
  const words = useRef<HTMLParagraphElement>(null)
  const hasPressed = useRef(false)

  // A button that was pressed and is gone takes the keyboard with it; it goes on from the words.
  useEffect(() => {
    if (!hasPressed.current || phase === 'asking') return
    hasPressed.current = false
    words.current?.focus()
  }, [phase])

  function press() {
    if (phase !== 'idle') return
    hasPressed.current = true
    onAsk()
  }

  function closeAlert() {
    onCloseAlert()
    words.current?.focus()
  }

  return (
    <div className="campus-map-location">
      {/* Always there, so that screen readers hear what comes into it. */}
      <div role="alert">
        {alert === 'shown' && (
          <div className="campus-map-alert">
            <p>Ne možemo trenutno odrediti lokaciju. Provjerite dozvole i pokušat ćemo ponovno.</p>
            <button type="button" onClick={closeAlert} className="campus-map-close">
              U redu
            </button>
          </div>
        )}
      </div>
      {(phase === 'idle' || phase === 'asking') && (
        <button
          type="button"
          onClick={press}
          aria-disabled={phase === 'asking'}
          className="poster-button bg-signal text-ink hover:text-paper"
        >
          Pokaži gdje sam
        </button>
      )}
      <p ref={words} role="status" tabIndex={-1} className="max-w-xl">
        {status(location)}
      </p>
      {phase === 'denied' && (
        <button
          type="button"
          onClick={onPinCentre}
          className="poster-button bg-paper text-2xl text-ink hover:text-paper"
        >
          Postavi pin u sredinu karte
        </button>
      )}
    </div>
  )
}

function status({ phase, position, isAway }: Location): string {
  if (phase === 'denied')
    return position
      ? 'Pin stoji na karti. Premjesti ga novim dodirom.'
      : 'Dodirni kartu ondje gdje jesi, ili pomakni kartu i postavi pin u njezinu sredinu.'
  if (phase === 'asking') return 'Tražimo te…'
  if (phase === 'waiting') return 'Još te nismo našli, uskoro pokušavamo opet.'
  if (phase === 'watching') return isAway ? away(position !== null) : 'Na karti si.'
  return ''
}

const away = (wasHere: boolean) =>
  wasHere
    ? 'Izvan kampusa si. Na karti je tvoje zadnje mjesto na kampusu.'
    : 'Izvan kampusa si, pa te na karti nema.'
