import { classes } from '@/components/ui/classes'
import { largePictures, performerAnchor } from '@/lib/lineup/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import { Picture } from '../picture'

const LARGE = 'col-span-2 row-span-2'
const LARGE_ON_DESKTOP = 'md:col-span-2 md:row-span-2'

/** The performers as a wall of posters; each opens what there is to read about it. */
export function LineupGrid({ performers }: { performers: LineupItem[] }) {
  const large = largePictures(performers.length)
  return (
    <ul className="lineup-grid">
      {performers.map((performer, place) => (
        <Tile
          key={performer.id}
          performer={performer}
          isFirst={place === 0}
          isLargeOnPhone={place < large.phone}
          isLarge={place < large.desktop}
        />
      ))}
    </ul>
  )
}

interface TileProps {
  performer: LineupItem
  isFirst: boolean
  isLargeOnPhone: boolean
  isLarge: boolean
}

function Tile({ performer, isFirst, isLargeOnPhone, isLarge }: TileProps) {
  const wide = isLarge ? 'min(50vw, 48rem)' : 'min(25vw, 24rem)'
  return (
    <li
      id={`plakat-${performer.slug}`}
      className={classes(isLargeOnPhone ? LARGE : isLarge && LARGE_ON_DESKTOP)}
    >
      <a
        href={`#${performerAnchor(performer.slug)}`}
        aria-haspopup="dialog"
        className={classes('lineup-tile', isLarge && 'lineup-tile-large')}
      >
        <span className="lineup-picture">
          <Picture
            src={performer.image}
            alt=""
            fill
            width={isLarge ? 768 : 384}
            sizes={`(min-width: 48rem) ${wide}, ${isLargeOnPhone ? '100vw' : '50vw'}`}
            loading={isLarge ? 'eager' : 'lazy'}
            fetchPriority={isFirst ? 'high' : undefined}
            // Painted with the page's first frame, since it is what the page is opened for.
            decoding={isFirst ? 'sync' : 'async'}
            className="object-cover"
          />
        </span>
        <h2 className="lineup-name">{performer.name}</h2>
      </a>
    </li>
  )
}
