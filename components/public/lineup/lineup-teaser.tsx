import { performerAddress } from '@/lib/lineup/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import { NoPerformers } from './lineup-page'
import { TeaserTiles } from './teaser-tiles'

/** With a picture; whoever comes after is set in type, as on a poster. */
const PICTURED = 5

/** The line-up on the home page: the first with their pictures, the rest by name. */
export function LineupTeaser({ performers }: { performers: LineupItem[] }) {
  const pictured = performers.slice(0, PICTURED)
  const named = performers.slice(PICTURED)
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
        hasHeadliner={pictured.length === PICTURED}
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
