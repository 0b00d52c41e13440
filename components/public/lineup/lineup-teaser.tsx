import { classes } from '@/components/ui/classes'
import { performerAnchor } from '@/lib/lineup/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import { Picture } from '../picture'
import { NoPerformers } from './lineup-page'

/** With a picture; whoever comes after is set in type, as on a poster. */
const PICTURED = 5

/** The line-up on the home page: the first with their pictures, the rest by name. */
export function LineupTeaser({ performers }: { performers: LineupItem[] }) {
  const pictured = performers.slice(0, PICTURED)
  const named = performers.slice(PICTURED)
  const hasHeadliner = pictured.length === PICTURED
  return (
    <section className="poster-column py-16 lg:py-24">
      <h2 className="poster-type text-7xl text-signal md:text-9xl">
        <a href="/lineup" className="poster-way">
          Line-up
        </a>
      </h2>
      {performers.length === 0 && <NoPerformers />}
      <ul className="mt-8 grid grid-cols-2 gap-4 md:grid-cols-4 md:gap-5">
        {pictured.map((performer, place) => (
          <Tile
            key={performer.id}
            performer={performer}
            isHeadliner={hasHeadliner && place === 0}
          />
        ))}
      </ul>
      {named.length > 0 && (
        <ul className="poster-names" aria-label="Još na pozornici">
          {named.map((performer) => (
            <li key={performer.id}>
              <a href={addressOf(performer)} className="hover:text-signal">
                {performer.name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const addressOf = ({ slug }: LineupItem) => `/lineup#${performerAnchor(slug)}`

function Tile({ performer, isHeadliner }: { performer: LineupItem; isHeadliner: boolean }) {
  return (
    <li className={classes(isHeadliner && 'col-span-2 row-span-2')}>
      <a
        href={addressOf(performer)}
        className={classes('lineup-tile', isHeadliner && 'lineup-tile-large')}
      >
        <span className="lineup-picture">
          <Picture
            src={performer.image}
            alt=""
            fill
            width={isHeadliner ? 768 : 384}
            sizes={isHeadliner ? '(min-width: 768px) 50vw, 100vw' : '(min-width: 768px) 25vw, 50vw'}
            className="object-cover"
          />
        </span>
        <h3 className="lineup-name">{performer.name}</h3>
      </a>
    </li>
  )
}
