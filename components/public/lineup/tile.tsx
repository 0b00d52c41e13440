import type { ComponentProps, ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { performerAddress } from '@/lib/lineup/rules'
import { Picture } from '../picture'

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'className'> {
  performer: { slug: string; image: string }
  isLarge: boolean
  picture: Pick<ComponentProps<typeof Picture>, 'sizes' | 'loading' | 'fetchPriority' | 'decoding'>
  /** Heading with the name of the performer. */
  children: ReactNode
}

/** Tile with the picture of a performer. Links to the performer's page. */
export const PerformerTile = ({ performer, isLarge, picture, children, ...link }: Props) => (
  <a
    {...link}
    href={performerAddress(performer.slug)}
    className={classes('lineup-tile', isLarge && 'lineup-tile-large')}
  >
    <span className="lineup-picture">
      <Picture
        {...picture}
        src={performer.image}
        alt=""
        fill
        width={isLarge ? 768 : 384}
        className="object-cover"
      />
    </span>
    {children}
  </a>
)
