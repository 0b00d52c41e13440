import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { FittedType } from './fitted-type'

interface Props {
  title: string
  text: string
  className?: string
  /** Links or buttons below the sentence. */
  children: ReactNode
}

/**
 * Full-screen error page: a title as wide as the screen, a sentence, and links. Used for unknown
 * URLs (404), for a page that failed to load, and without a network.
 */
export const NotFoundPage = ({ title, text, className, children }: Props) => (
  <main className="poster poster-lost">
    <h1>
      <FittedType text={title} />
    </h1>
    <div className="poster-lost-text">
      <p className={classes('poster-sentence text-3xl md:text-6xl', className)}>{text}</p>
      {children}
    </div>
  </main>
)
