import type { ComponentProps, ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { performerAddress } from '@/lib/lineup/rules'
import { Picture } from '../picture'

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'className'> {
  performer: { slug: string; image: string }
  isLarge: boolean
  picture: Pick<ComponentProps<typeof Picture>, 'sizes' | 'loading' | 'fetchPriority' | 'decoding'>
  /** The heading with the name. */
  children: ReactNode
}

/** A performer's poster, which leads to its page. */
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
