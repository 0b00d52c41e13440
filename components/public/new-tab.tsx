import type { ReactNode } from 'react'

interface Props {
  href: string
  className: string
  children: ReactNode
}

/** Link to another site in a new tab, which screen readers announce. */
export const ExternalLink = ({ href, className, children }: Props) => (
  <a href={href} target="_blank" rel="noopener" className={className}>
    {children}
    <span className="sr-only"> (otvara se u novoj kartici)</span>
  </a>
)
