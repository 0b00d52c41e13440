import '../poster/map.css'
import type { Artwork } from '@/lib/artwork/rules'
import type { MapGround } from '@/lib/map/geo'
import type { PublicFestival } from '@/lib/site/types'
import { type Texts, writtenSections } from '@/lib/translations/rules'
import { PageHead } from '../fitted-type'
import { sourcesOf } from '../picture'
import { Prose } from '../prose'
import { AddressSign, NightTransport } from './directions'
import { LazyCampusMap } from './lazy-campus-map'

interface Props {
  festival: PublicFestival
  artwork: Artwork
  texts: Texts
  ground: MapGround
  /** Whether the page of the floor plan is open to visitors. */
  hasFloorPlan: boolean
}

/** Page `/t2`: where the festival is and how to get there, as text and on the map (rule 12.23). */
export function MapPage({ festival, ground, artwork, texts, hasFloorPlan }: Props) {
  const { campus, 'map-overlay': overlay } = artwork.pictures
  const { corners } = artwork
  const sections = writtenSections(texts, 't2')
  return (
    <>
      <PageHead title="Kako do nas" lead={festival.place} />
      <div className="poster-column way">
        <div className="way-words">
          <AddressSign festival={festival} hasFloorPlan={hasFloorPlan} />
          {sections.length > 0 && (
            <dl className="way-list">
              {sections.map(({ number, title }) => (
                <div key={number}>
                  <dt className="poster-sentence">{title}</dt>
                  <dd>
                    <Prose text={texts[`t2.text${number}`] ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        <LazyCampusMap
          ground={ground}
          overlay={overlay && corners ? { src: overlay.src, corners } : null}
        >
          {!campus && <p className="p-4">Karta se učitava …</p>}
          {campus && (
            // biome-ignore lint/performance/noImgElement: already in the size of the screen
            <img
              srcSet={sourcesOf(campus, 640)}
              sizes="(min-width: 64rem) 55vw, (min-width: 48rem) calc(100vw - 4rem), calc(100vw - 2rem)"
              src={campus.src}
              alt={texts['t2.alt'] ?? 'Crtež kampusa'}
              width={campus.width}
              height={campus.height}
              fetchPriority="high"
            />
          )}
        </LazyCampusMap>
      </div>
      <NightTransport texts={texts} />
    </>
  )
}
