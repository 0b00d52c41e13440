'use client'

import { ExternalLink, Pencil } from 'lucide-react'
import Link from 'next/link'
import { CopyLink } from '@/components/admin/sponsors/copy-link'
import { ReplaceLink } from '@/components/admin/sponsors/replace-link'
import { buttonClasses } from '@/components/ui/button'
import type { Sponsor } from '@/lib/sponsors/schema'

interface Props {
  sponsor: Sponsor
  site: string
  onReplaced: (slug: string) => void
}

/** The sponsor's own link: to look at, to hand on, and to replace once it has leaked. */
export function ListLink({ sponsor, site, onReplaced }: Props) {
  const address = `${site}/sponzori/${sponsor.slug}`
  return (
    <section
      aria-labelledby="list-link"
      className="min-w-0 rounded-lg border border-edge bg-panel p-4 md:p-5"
    >
      <h2 id="list-link" className="text-lg font-bold">
        Poveznica sponzora
      </h2>
      <p className="mt-1 text-sm break-all text-muted select-all">{address}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyLink address={address} text="Kopiraj" />
        <a
          href={`/sponzori/${sponsor.slug}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses()}
        >
          <ExternalLink aria-hidden="true" className="size-5" />
          Otvori<span className="sr-only"> kako ga vidi sponzor (u novoj kartici)</span>
        </a>
        <Link href={`/admin/sponsors-add/${sponsor.slug}`} className={buttonClasses()}>
          <Pencil aria-hidden="true" className="size-5" />
          Uredi sponzora
        </Link>
        <ReplaceLink sponsor={sponsor} text="Zamijeni" onReplaced={onReplaced} />
      </div>
    </section>
  )
}
