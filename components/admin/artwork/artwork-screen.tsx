'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { lazyComponent } from '@/components/ui/lazy-component'
import { api } from '@/lib/api-client/client'
import { CONSENT, PICTURE_NAMES } from '@/lib/artwork/rules'
import type { ArtworkItem } from '@/lib/artwork/schema'
import type { MapGround } from '@/lib/map/geo'
import { ConsentCard } from './consent-card'
import { PictureCard } from './picture-card'

/**
 * Loaded lazily, because the map library is large and is needed only to place a floor plan on the
 * map.
 */
const OverlayEditor = lazyComponent(() =>
  import('./overlay-editor').then((file) => file.OverlayEditor),
)

const SECTIONS: { heading: string; about: string; slots: RegExp }[] = [
  {
    heading: 'Naslovnica',
    about: 'Preko slike stoje naziv i odbrojavanje: ono važno neka je gore i u sredini.',
    slots: /^(poster|coming-soon)/,
  },
  {
    heading: 'Znak i dijeljenje',
    about: 'Po čemu se festival prepoznaje izvan svojih stranica.',
    slots: /^(share|mark)$/,
  },
  {
    heading: 'Satnica',
    about: 'Slika je po želji: satnica u riječima uvijek stoji uz nju.',
    slots: /^schedule/,
  },
  {
    heading: 'Tlocrt',
    about:
      'Za svaki zaslon svoj; gdje jednoga nema, stoji sljedeći. Opis je u prijevodu tlocrt.alt.',
    slots: /^floor-plan/,
  },
  {
    heading: 'Mjesta',
    about: 'Ispod tlocrta. Nazivi i opisi su prijevodi tlocrt.title1, tlocrt.text1 i dalje.',
    slots: /^venue/,
  },
  {
    heading: 'Karta',
    about: 'Put do nas opisuju prijevodi t2.title1, t2.text1 i dalje.',
    slots: /^(campus|map-overlay)$/,
  },
]

interface Props {
  festivalName: string
  ground: MapGround
}

/**
 * Screen for all pictures of the public pages, with one card per artwork slot, and for the consent
 * PDF.
 */
export function ArtworkScreen({ festivalName, ground }: Props) {
  const query = useQuery({
    queryKey: ['artwork'],
    queryFn: ({ signal }) => api('GET', '/artwork', { signal }),
  })
  const items = new Map(query.data?.rows.map((item) => [item.place, item]))
  const overlay = items.get('map-overlay')
  return (
    <>
      <ScreenHead title="Slike stranice" />
      <p className="mb-6 max-w-prose text-muted">
        Sve slike javnih stranica. Što objavite, posjetitelji vide odmah; gdje ništa ne učitate,
        stoji isporučeni crtež ili ništa.
      </p>
      <QueryState query={query} failed="Slike se ne mogu dohvatiti." />
      {query.data && (
        <div className="space-y-10">
          {SECTIONS.map(({ heading, about, slots }) => (
            <section key={heading} aria-labelledby={idOf(heading)}>
              <h2 id={idOf(heading)} className="text-xl font-bold">
                {heading}
              </h2>
              <p className="mb-4 max-w-prose text-muted">{about}</p>
              <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
                {PICTURE_NAMES.filter((slot) => slots.test(slot)).map((slot) => (
                  <PictureCard
                    key={slot}
                    slot={slot}
                    item={items.get(slot) as ArtworkItem}
                    festivalName={festivalName}
                  />
                ))}
              </ul>
              {slots.test('map-overlay') && overlay?.image && (
                <OverlayEditor key={overlay.image} item={overlay} ground={ground} />
              )}
            </section>
          ))}
          <section aria-labelledby="privola">
            <h2 id="privola" className="text-xl font-bold">
              Privola
            </h2>
            <p className="mb-4 max-w-prose text-muted">
              Dokument koji brucoš prihvaća pri prijavi, na adresi /privola.pdf.
            </p>
            <ConsentCard item={items.get(CONSENT) as ArtworkItem} />
          </section>
        </div>
      )}
    </>
  )
}

const idOf = (heading: string) => heading.toLowerCase().replaceAll(' ', '-')
