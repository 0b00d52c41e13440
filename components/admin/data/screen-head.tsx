import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClasses } from '@/components/ui/button'

/** The heading of a staff screen with what can be done on it as a whole. */
export function ScreenHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-bold">{title}</h1>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}

/** The way to what visitors see, beside what is set here. */
export const OpenSite = () => (
  <a href="/" target="_blank" rel="noreferrer" className={buttonClasses()}>
    <ExternalLink aria-hidden="true" className="size-4" />
    Otvori stranicu
  </a>
)
