'use client'

import type { GridPerformer } from '@/components/public/lineup/grid-performer'

import '../poster/lineup.css'
import type { MouseEvent } from 'react'
import { classes } from '@/components/ui/classes'
import { largeTileCount, performerAnchor, previousAndNext } from '@/lib/lineup/rules'
import { loadBiographies } from './biographies'
import { PerformerDialog } from './performer-dialog'
import { PerformerTile } from './tile'
import { useOpenPerformer } from './use-open-performer'

const LARGE = 'col-span-2 row-span-2'
const LARGE_ON_DESKTOP = 'md:col-span-2 md:row-span-2'

/**
 * Grid of performers. A click opens the dialog of a performer; without JavaScript the link leads to
 * the performer's page. A client component, so that the page contains the tiles only once, as HTML.
 */
export function PerformerGrid({ performers }: { performers: GridPerformer[] }) {
  const large = largeTileCount(performers.length)
  const { slug, close } = useOpenPerformer()
  const index = performers.findIndex((performer) => performer.slug === slug)
  const opened = performers[index]
  // Loads the biographies when the pointer or the focus enters the grid, before one is opened.
  const preload = () => void loadBiographies().catch(() => {})
  return (
    <>
      <ul className="lineup-grid" onPointerEnter={preload} onFocus={preload}>
        {performers.map((performer, position) => (
          <Tile
            key={performer.slug}
            performer={performer}
            isFirst={position === 0}
            isLargeOnPhone={position < large.phone}
            isLarge={position < large.desktop}
          />
        ))}
      </ul>
      {opened && (
        <PerformerDialog
          performer={opened}
          {...previousAndNext(performers, index)}
          onClosed={close}
        />
      )}
    </>
  )
}

/**
 * Opens the dialog in place of the performer's page. A click with a modifier key follows the link,
 * for example into a new tab.
 */
function open(event: MouseEvent, slug: string) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  location.hash = performerAnchor(slug)
}

interface TileProps {
  performer: GridPerformer
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
          // Only the first picture loads at once; the other pictures would delay it on a phone.
          loading: isFirst ? 'eager' : 'lazy',
          fetchPriority: isFirst ? 'high' : undefined,
          // The first picture is decoded synchronously, so that it is part of the first painted
          // frame.
          decoding: isFirst ? 'sync' : 'async',
        }}
      >
        <h2 className="lineup-name">{name}</h2>
      </PerformerTile>
    </li>
  )
}
