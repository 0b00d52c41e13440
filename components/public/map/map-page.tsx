import type { Festival } from '@/lib/settings/types'
import { PageHead } from '../fitted-type'
import { MapStage } from './map-stage'

const WAYS = [
  [
    'Tramvajem',
    'Stanica Studentski centar na Savskoj cesti, s obje strane ulice. Od nje do glavnog ulaza dvije su minute hoda.',
  ],
  [
    'Pješice',
    'S Glavnoga kolodvora oko dvadeset minuta prema zapadu, pa niz Savsku prema jugu. Na kraju samo prati zvuk.',
  ],
  ['Biciklom', 'Staza vodi uz Savsku cestu. Stalci su pred glavnim ulazom, a lokot ponesi svoj.'],
  [
    'Autom',
    'Radije ne: parkiranja na kampusu te večeri nema. Ako te netko vozi, neka stane u Unskoj ulici, ulaz je preko puta.',
  ],
  [
    'Bez stepenica',
    'Pristupačan ulaz odmah je do glavnoga, s ravnim prilazom od tramvajske stanice. Osoblje na ulazu otprati te do podesta s pogledom na pozornicu.',
  ],
] as const

interface Props {
  festival: Festival
  /** The organisers' base map; the own drawing without one. */
  styleUrl?: string
  /** Whether there is a floor plan to go to. */
  hasFloorPlan: boolean
}

/** Where the festival is and how to get there, in words and on the map. */
export function MapPage({ festival, styleUrl, hasFloorPlan }: Props) {
  const { name, place, address, centre } = festival
  return (
    <>
      <PageHead title="Kako do nas" lead={[place, address].filter(Boolean).join(', ')} />
      <div className="poster-column py-8 lg:py-12">
        <MapStage centre={centre} place={place || name} styleUrl={styleUrl}>
          {/* biome-ignore lint/performance/noImgElement: a drawing as it is */}
          <img
            src="/art/floor-plan/campus.svg"
            alt="Crtež kampusa: festival je zapadno od Savske ceste, između Kranjčevićeve i Ulice grada Vukovara. Glavni je ulaz sa Savske, preko puta Tehničkoga muzeja i ušća Unske ulice."
            width={1300}
            height={1300}
            fetchPriority="high"
          />
        </MapStage>
      </div>
      <section className="poster-band">
        <div className="poster-column">
          <h2 className="poster-type text-6xl md:text-8xl">Koji je tvoj put?</h2>
          <dl className="mt-8 grid gap-x-12 gap-y-6 md:grid-cols-2 lg:grid-cols-3">
            {WAYS.map(([way, words]) => (
              <div key={way} className="border-t-4 border-ink pt-3">
                <dt className="poster-sentence text-3xl">{way}</dt>
                <dd className="mt-2 text-lg">{words}</dd>
              </div>
            ))}
          </dl>
          {hasFloorPlan && (
            <p className="mt-10">
              <a href="/tlocrt" className="poster-button bg-ink text-paper">
                Otvori tlocrt
              </a>
            </p>
          )}
        </div>
      </section>
    </>
  )
}
