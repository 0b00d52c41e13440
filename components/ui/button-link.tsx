import type { LucideIcon } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { buttonClasses } from './button'

interface Props extends ComponentProps<typeof Link> {
  look?: Parameters<typeof buttonClasses>[0]
  icon?: LucideIcon
}

/** A link that looks like a button, for links next to buttons. */
export function ButtonLink({ look, icon: Icon, className, children, ...link }: Props) {
  return (
    <Link {...link} className={buttonClasses(look, className)}>
      {Icon && <Icon aria-hidden="true" className="size-5" />}
      <span className="contents">{children}</span>
    </Link>
  )
}
