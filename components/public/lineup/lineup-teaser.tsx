import Image from 'next/image'
import { classes } from '@/components/ui/classes'
import type { LineupItem } from '@/lib/lineup/schema'

/** With a picture; whoever comes after is set in type, as on a poster. */
const PICTURED = 5

/** The line-up on the home page: the first with their pictures, the rest by name. */
export function LineupTeaser({ performers }: { performers: LineupItem[] }) {
  const pictured = performers.slice(0, PICTURED)
  const named = performers.slice(PICTURED)
  const hasHeadliner = pictured.length === PICTURED
  return (
    <section className="poster-column py-16 lg:py-24">
      <h2 className="poster-type text-7xl text-signal md:text-9xl">Line-up</h2>
      {performers.length === 0 && (
        <p className="mt-6 max-w-md text-lg">
          Imena još držimo iza pozornice. Čim prvo izađe na svjetlo, ovdje ćeš ga vidjeti.
        </p>
      )}
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
            <li key={performer.id}>{performer.name}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Tile({ performer, isHeadliner }: { performer: LineupItem; isHeadliner: boolean }) {
  return (
    <li className={classes('relative', isHeadliner && 'col-span-2 row-span-2')}>
      <div className="relative aspect-square overflow-hidden bg-ink-3">
        <Image
          src={performer.image}
          alt=""
          fill
          sizes={isHeadliner ? '(min-width: 768px) 50vw, 100vw' : '(min-width: 768px) 25vw, 50vw'}
          className="object-cover"
        />
      </div>
      <h3 className={classes('poster-label', isHeadliner && 'poster-label-large')}>
        {performer.name}
      </h3>
    </li>
  )
}
