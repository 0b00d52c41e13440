import { directionsUrl } from '@/lib/map/geo'
import type { PublicFestival } from '@/lib/site/types'
import { pairsOf, type Texts } from '@/lib/translations/rules'
import { PairList, Prose } from '../prose'
import { CopyAddress } from './copy-address'

interface SignpostProps {
  festival: PublicFestival
  /** Whether there is a floor plan to go to. */
  hasFloorPlan: boolean
}

/** The address, as a street sign, and what brings one there. */
export function Signpost({ festival, hasFloorPlan }: SignpostProps) {
  const { address, centre } = festival
  const { google, apple } = directionsUrl(centre)
  return (
    <div className="way-post">
      {address && <CopyAddress address={address} />}
      <p className="flex flex-wrap gap-3">
        {/* On an iPhone its own maps, everywhere else the others (map.css): no script has to guess. */}
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

/** How one gets home: what still runs at night, on the board of a stop, and what else to know. */
export function NightTransport({ texts }: { texts: Texts }) {
  const lines = pairsOf(texts['t2.nocne-linije'] ?? '')
  const words = texts['t2.put']?.trim()
  if (lines.length === 0 && !words) return null
  return (
    <section id="kuci" className="poster-band">
      <div className="poster-column way-home">
        <div>
          <h2 className="poster-type text-6xl md:text-8xl">A kući?</h2>
          {words && <Prose text={words} className="mt-5" />}
        </div>
        {lines.length > 0 && (
          <PairList aria-label="Noćne linije" pairs={lines} className="way-board" />
        )}
      </div>
    </section>
  )
}
