import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClasses } from '@/components/ui/button'

/** Heading of a staff screen, with the buttons that concern the whole screen. */
export function ScreenHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-bold">{title}</h1>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}

/** Link to the public site, for screens that change what visitors see. */
export const OpenSite = () => (
  <a href="/" target="_blank" rel="noreferrer" className={buttonClasses()}>
    <ExternalLink aria-hidden="true" className="size-4" />
    Otvori stranicu
  </a>
)
