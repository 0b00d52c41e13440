import type { Artwork } from '@/lib/artwork/rules'
import type { MapGround } from '@/lib/map/geo'
import type { Festival } from '@/lib/settings/types'
import { type Texts, writtenSections } from '@/lib/translations/rules'
import { PageHead } from '../fitted-type'
import { sourcesOf } from '../picture'
import { MapStage } from './map-stage'

interface Props {
  festival: Festival
  artwork: Artwork
  texts: Texts
  ground: MapGround
  /** Whether there is a floor plan to go to. */
  hasFloorPlan: boolean
}

/** Where the festival is and how to get there, in words and on the map. */
export function MapPage({ festival, ground, artwork, texts, hasFloorPlan }: Props) {
  const { place, address } = festival
  const { campus, 'map-overlay': overlay } = artwork.pictures
  const { corners } = artwork
  const ways = writtenSections(texts, 't2')
  return (
    <>
      <PageHead title="Kako do nas" lead={[place, address].filter(Boolean).join(', ')} />
      <div className="poster-column py-8 lg:py-12">
        <MapStage
          ground={ground}
          overlay={overlay && corners ? { src: overlay.src, corners } : null}
        >
          {!campus && <p className="p-4">Karta se učitava …</p>}
          {campus && (
            // biome-ignore lint/performance/noImgElement: in the size that the screen needs
            <img
              srcSet={sourcesOf(campus)}
              sizes="(min-width: 48rem) min(100vw - 4rem, 92rem), calc(100vw - 2rem)"
              src={campus.src}
              alt={texts['t2.alt'] ?? 'Crtež kampusa'}
              width={campus.width}
              height={campus.height}
              fetchPriority="high"
            />
          )}
        </MapStage>
      </div>
      {(ways.length > 0 || hasFloorPlan) && (
        <section className="poster-band">
          <div className="poster-column">
            {ways.length > 0 && (
              <>
                <h2 className="poster-type text-6xl md:text-8xl">Koji je tvoj put?</h2>
                <dl className="mt-8 mb-10 grid gap-x-12 gap-y-6 last:mb-0 md:grid-cols-2 lg:grid-cols-3">
                  {ways.map(({ number, title, paragraphs }) => (
                    <div key={number} className="border-t-4 border-ink pt-3">
                      <dt className="poster-sentence text-3xl">{title}</dt>
                      {paragraphs.map((paragraph) => (
                        <dd key={paragraph} className="mt-2 text-lg">
                          {paragraph}
                        </dd>
                      ))}
                    </div>
                  ))}
                </dl>
              </>
            )}
            {hasFloorPlan && (
              <p>
                <a href="/tlocrt" className="poster-button bg-ink text-paper">
                  Otvori tlocrt
                </a>
              </p>
            )}
          </div>
        </section>
      )}
    </>
  )
}
