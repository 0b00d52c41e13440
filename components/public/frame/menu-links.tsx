'use client'

import { usePathname } from 'next/navigation'
import type { PageLink } from '@/lib/visibility/rules'

interface Props {
  links: PageLink[]
  className?: string
}

/** Links of the menu, the current page's marked; a page below a linked page marks that link too. */
export function MenuLinks({ links, className }: Props) {
  const path = usePathname().toLowerCase()
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
