'use client'

import { usePathname } from 'next/navigation'
import { Suspense } from 'react'
import type { PageLink } from '@/lib/visibility/rules'

interface Props {
  links: PageLink[]
  className?: string
}

/** Links of the menu, the current page's marked; a page below a linked page marks that link too. */
export function MenuLinks(props: Props) {
  // The address of a sponsor's list is not known before the request, and comes after the frame.
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
