'use client'

import '../poster/lineup.css'
import { PerformerTile } from './tile'

interface TilesProps {
  performers: { name: string; slug: string; image: string }[]
  /** Whether the first performer is shown in large size. */
  hasHeadliner: boolean
}

/**
 * Tiles of the first performers with their pictures. A client component, so that the page contains
 * them only once, as HTML.
 */
export const TeaserTiles = ({ performers, hasHeadliner }: TilesProps) => (
  <ul className="mt-8 grid grid-cols-2 gap-4 md:grid-cols-4 md:gap-5">
    {performers.map((performer, position) => {
      const isHeadliner = hasHeadliner && position === 0
      return (
        <li key={performer.slug} className={isHeadliner ? 'col-span-2 row-span-2' : undefined}>
          <PerformerTile
            performer={performer}
            isLarge={isHeadliner}
            picture={{
              sizes: `(min-width: 768px) ${isHeadliner ? '50vw, 100vw' : '25vw, 50vw'}`,
            }}
          >
            <h3 className="lineup-name">{performer.name}</h3>
          </PerformerTile>
        </li>
      )
    })}
  </ul>
)
