'use client'

import { usePathname } from 'next/navigation'
import { Suspense } from 'react'
import type { PageLink } from '@/lib/visibility/rules'

interface Props {
  links: PageLink[]
  className?: string
}

/** Links of the menu. Marks the link of the current page, or of the page above the current one. */
export function MenuLinks(props: Props) {
  // The path of a sponsor list is known only at request time. Until it is, the links are unmarked.
  return (
    <Suspense fallback={<Links {...props} path="" />}>
      <MarkedLinks {...props} />
    </Suspense>
  )
}

const MarkedLinks = (props: Props) => <Links {...props} path={usePathname().toLowerCase()} />

function Links({ links, className, path }: Props & { path: string }) {
  if (links.length === 0) return null
  return (
    <ul className={className}>
      {links.map(({ address, label }) => (
        <li key={address}>
          <a
            href={address}
            aria-current={
              path === address ? 'page' : path.startsWith(`${address}/`) ? 'true' : undefined
            }
            className={address === '/ulaznice' ? 'poster-menu-buy' : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
