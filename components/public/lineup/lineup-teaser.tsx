import { performerAddress } from '@/lib/lineup/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import { NoPerformers } from './lineup-page'
import { TeaserTiles } from './teaser-tiles'

/** Number of performers shown with a picture. The others are listed by name. */
const MAX_PICTURES = 5

/** Line-up on the home page: the first performers with pictures, the rest by name. */
export function LineupTeaser({ performers }: { performers: LineupItem[] }) {
  const pictured = performers.slice(0, MAX_PICTURES)
  const named = performers.slice(MAX_PICTURES)
  return (
    <section className="poster-column py-16 lg:py-24">
      <h2 className="poster-type text-[min(4.5rem,20vw)] text-signal md:text-9xl">
        <a href="/lineup" className="poster-way">
          Line-up
        </a>
      </h2>
      {performers.length === 0 && <NoPerformers />}
      <TeaserTiles
        performers={pictured.map(({ name, slug, image }) => ({ name, slug, image }))}
        hasHeadliner={pictured.length === MAX_PICTURES}
      />
      {named.length > 0 && (
        <ul className="poster-names" aria-label="Još na pozornici">
          {named.map(({ name, slug }) => (
            <li key={slug}>
              <a href={performerAddress(slug)} className="hover:text-signal">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
