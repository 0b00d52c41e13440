import { directionsUrl } from '@/lib/map/geo'
import type { PublicFestival } from '@/lib/site/types'
import { pairsOf, type Texts } from '@/lib/translations/rules'
import { PairList, Prose } from '../prose'
import { CopyAddress } from './copy-address'

interface AddressSignProps {
  festival: PublicFestival
  /** Whether the page of the floor plan is open to visitors. */
  hasFloorPlan: boolean
}

/** Street address, drawn as a street sign, with links to directions and to the floor plan. */
export function AddressSign({ festival, hasFloorPlan }: AddressSignProps) {
  const { address, centre } = festival
  const { google, apple } = directionsUrl(centre)
  return (
    <div className="way-post">
      {address && <CopyAddress address={address} />}
      <p className="flex flex-wrap gap-3">
        {/* map.css shows the first link on iPhones only, so that no script must detect the
            device. */}
        <a href={apple} className="poster-button way-own bg-signal text-ink">
          Upute
        </a>
        <a href={google} className="poster-button way-any bg-signal text-ink">
          Upute <span className="way-else">Google</span>
        </a>
        {hasFloorPlan && (
          <a href="/tlocrt" className="poster-button bg-ink-3 text-paper">
            Otvori tlocrt
          </a>
        )}
      </p>
    </div>
  )
}

/**
 * Section about the way home: night lines, drawn as the board of a stop, and a text by the
 * organisers.
 */
export function NightTransport({ texts }: { texts: Texts }) {
  const lines = pairsOf(texts['t2.nocne-linije'] ?? '')
  const text = texts['t2.put']?.trim()
  if (lines.length === 0 && !text) return null
  return (
    <section id="kuci" className="poster-band">
      <div className="poster-column way-home">
        <div>
          <h2 className="poster-type text-6xl md:text-8xl">A kući?</h2>
          {text && <Prose text={text} className="mt-5" />}
        </div>
        {lines.length > 0 && (
          <PairList aria-label="Noćne linije" pairs={lines} className="way-board" />
        )}
      </div>
    </section>
  )
}
