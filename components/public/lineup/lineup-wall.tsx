'use client'

import type { WallPerformer } from '@/components/public/lineup/wall-values'

import '../poster/lineup.css'
import type { MouseEvent } from 'react'
import { classes } from '@/components/ui/classes'
import { largeTileCount, performerAnchor, previousAndNext } from '@/lib/lineup/rules'
import { PerformerDialog } from './performer-dialog'
import { askStories } from './stories'
import { PerformerTile } from './tile'
import { useOpened } from './use-opened'

const LARGE = 'col-span-2 row-span-2'
const LARGE_ON_DESKTOP = 'md:col-span-2 md:row-span-2'

/**
 * The performers as a wall of posters; each opens what there is to read about it, and without
 * scripting leads to its page. A leaf, so that tiles stand in the page once, as HTML.
 */
export function PerformerGrid({ performers }: { performers: WallPerformer[] }) {
  const large = largeTileCount(performers.length)
  const { slug, close } = useOpened()
  const at = performers.findIndex((one) => one.slug === slug)
  const opened = performers[at]
  // Whoever comes near a tile is about to read.
  const warm = () => void askStories().catch(() => {})
  return (
    <>
      <ul className="lineup-grid" onPointerEnter={warm} onFocus={warm}>
        {performers.map((performer, place) => (
          <Tile
            key={performer.slug}
            performer={performer}
            isFirst={place === 0}
            isLargeOnPhone={place < large.phone}
            isLarge={place < large.desktop}
          />
        ))}
      </ul>
      {opened && (
        <PerformerDialog performer={opened} {...previousAndNext(performers, at)} onClosed={close} />
      )}
    </>
  )
}

/** In place of the page's own address; what is meant for another tab goes there. */
function open(event: MouseEvent, slug: string) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  location.hash = performerAnchor(slug)
}

interface TileProps {
  performer: WallPerformer
  isFirst: boolean
  isLargeOnPhone: boolean
  isLarge: boolean
}

function Tile({ performer, isFirst, isLargeOnPhone, isLarge }: TileProps) {
  const { name, slug } = performer
  const wide = isLarge ? 'min(50vw, 48rem)' : 'min(25vw, 24rem)'
  return (
    <li className={classes(isLargeOnPhone ? LARGE : isLarge && LARGE_ON_DESKTOP) || undefined}>
      <PerformerTile
        id={`plakat-${slug}`}
        onClick={(event) => open(event, slug)}
        aria-haspopup="dialog"
        performer={performer}
        isLarge={isLarge}
        picture={{
          sizes: `(min-width: 48rem) ${wide}, ${isLargeOnPhone ? '100vw' : '50vw'}`,
          // The others would keep a phone waiting for it.
          loading: isFirst ? 'eager' : 'lazy',
          fetchPriority: isFirst ? 'high' : undefined,
          // Painted with the page's first frame, since it is what the page is opened for.
          decoding: isFirst ? 'sync' : 'async',
        }}
      >
        <h2 className="lineup-name">{name}</h2>
      </PerformerTile>
    </li>
  )
}
