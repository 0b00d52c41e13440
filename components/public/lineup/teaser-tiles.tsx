'use client'

import '../poster/lineup.css'
import { classes } from '@/components/ui/classes'
import { performerAddress } from '@/lib/lineup/rules'
import { Picture } from '../picture'

interface TilesProps {
  performers: { name: string; slug: string; image: string }[]
  /** The first is drawn large. */
  hasHeadliner: boolean
}

/** The first of the line-up with their pictures; a leaf, so that these stand in the page once. */
export const TeaserTiles = ({ performers, hasHeadliner }: TilesProps) => (
  <ul className="mt-8 grid grid-cols-2 gap-4 md:grid-cols-4 md:gap-5">
    {performers.map(({ name, slug, image }, place) => {
      const isHeadliner = hasHeadliner && place === 0
      return (
        <li key={slug} className={isHeadliner ? 'col-span-2 row-span-2' : undefined}>
          <a
            href={performerAddress(slug)}
            className={classes('lineup-tile', isHeadliner && 'lineup-tile-large')}
          >
            <span className="lineup-picture">
              <Picture
                src={image}
                alt=""
                fill
                width={isHeadliner ? 768 : 384}
                sizes={
                  isHeadliner ? '(min-width: 768px) 50vw, 100vw' : '(min-width: 768px) 25vw, 50vw'
                }
                className="object-cover"
              />
            </span>
            <h3 className="lineup-name">{name}</h3>
          </a>
        </li>
      )
    })}
  </ul>
)
