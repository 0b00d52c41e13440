import type { ReactNode } from 'react'

interface Props {
  href: string
  className: string
  children: ReactNode
}

/** A way to another site, which says that it opens a tab of its own. */
export const ExternalLink = ({ href, className, children }: Props) => (
  <a href={href} target="_blank" rel="noopener" className={className}>
    {children}
    <span className="sr-only"> (otvara se u novoj kartici)</span>
  </a>
)
