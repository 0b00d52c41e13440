import '../poster/lineup.css'
import { paragraphsOf, performerAddress, previousAndNext } from '@/lib/lineup/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import { typeWidth } from '../fitted-type'
import { Picture } from '../picture'
import { ListenLink, Share } from './performer-links'
import { Neighbour, SetList } from './performer-parts'
import type { PlayedSet } from './performer-sets'

interface Props {
  performer: LineupItem
  /** All performers in the order of the line-up. */
  performers: LineupItem[]
  sets: PlayedSet[]
}

/** Page of one performer: the picture with the name across it, sets, links and biography. */
export function PerformerPage({ performer, performers, sets }: Props) {
  const { name, slug, image, biography, listenUrl } = performer
  const index = performers.findIndex((other) => other.slug === slug)
  const { previous, next } = previousAndNext(performers, index)
  return (
    <article className="act">
      <a href="/lineup" className="act-back">
        Line-up
      </a>
      <div className="act-picture">
        <Picture
          src={image}
          alt=""
          fill
          width={960}
          sizes="(min-width: 64rem) 50vw, 100vw"
          loading="eager"
          fetchPriority="high"
          decoding="sync"
          // Crops the picture at the bottom, so that no head is cut off.
          className="object-cover object-top"
        />
      </div>
      <div className="act-text">
        <h1 className="act-name" style={{ '--word': longestWord(name) }}>
          <span>{name}</span>
        </h1>
        <SetList sets={sets} />
        <div className="performer-ways">
          <ListenLink url={listenUrl} />
          <Share name={name} address={performerAddress(slug)} />
        </div>
        <div className="act-story">
          {paragraphsOf(biography).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
      {previous && next && (
        <nav aria-label="Drugi izvođači" className="performer-neighbours act-neighbours">
          <Neighbour is="previous" name={previous.name} href={performerAddress(previous.slug)} />
          <Neighbour is="next" name={next.name} href={performerAddress(next.slug)} />
        </nav>
      )}
    </article>
  )
}

const longestWord = (name: string) => Math.max(...name.split(/\s+/).map(typeWidth))
