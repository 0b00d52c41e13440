import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { FittedType } from './fitted-type'

interface Props {
  title: string
  words: string
  className?: string
  /** The way on. */
  children: ReactNode
}

/** What stands where a page does not: the word fills the night, the dots rise from below. */
export const NotFoundPage = ({ title, words, className, children }: Props) => (
  <main className="poster poster-lost">
    <h1>
      <FittedType text={title} />
    </h1>
    <div className="poster-lost-text">
      <p className={classes('poster-sentence text-3xl md:text-6xl', className)}>{words}</p>
      {children}
    </div>
  </main>
)
