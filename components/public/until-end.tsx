import type { ReactNode } from 'react'
import { NIGHT_OVER } from '@/lib/phase/rules'
import { type End, UntilClock } from './use-is-over'

interface Props extends End {
  /** Stands in place of `children` after the end. */
  instead?: ReactNode
  children: ReactNode
}

/** Shows what the site offers until the end of the night; a page made after the end holds none of it. */
export const UntilEnd = ({ instead = null, children, ...end }: Props) =>
  end.phase === 'after' ? (
    instead
  ) : (
    <UntilClock {...end} instead={instead}>
      {children}
    </UntilClock>
  )

/** Says that the night is over, where something was offered before. */
export const NightOver = () => (
  <p className="poster-sentence max-w-[13em] text-3xl md:text-4xl">{NIGHT_OVER}</p>
)
