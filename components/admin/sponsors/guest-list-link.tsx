'use client'

import { ClipboardList, ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { buttonClasses } from '@/components/ui/button'
import type { Sponsor } from '@/lib/sponsors/schema'
import { CopyLink } from './copy-link'
import { InviteSponsor } from './invite-one'
import { ReplaceLink } from './replace-link'

interface Props {
  sponsor: Sponsor
  /** The address of the site, as it stands in invitations. */
  site: string
}

/** A sponsor's own list: how full it is, its invitation, and the link that opens it. */
export function GuestListLink({ sponsor, site }: Props) {
  const [slug, setSlug] = useState(sponsor.slug)
  const path = `/sponzori/${slug}`

  function onReplaced(next: string) {
    setSlug(next)
    // This screen bears the slug too; the form on it keeps what has been typed.
    history.replaceState(null, '', `/admin/sponsors-add/${next}`)
  }

  return (
    <section
      aria-labelledby="guest-list"
      className="mt-8 rounded-lg border border-edge bg-panel p-4 md:p-5"
    >
      <h2 id="guest-list" className="text-lg font-bold">
        Popis gostiju
      </h2>
      <p className="mt-1">
        Na popisu <strong className="tabular-nums">{sponsor.guests}</strong> od najviše{' '}
        <strong className="tabular-nums">{sponsor.guestCap}</strong>. {stateOf(sponsor)}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <InviteSponsor sponsor={sponsor} />
        <a href={path} target="_blank" rel="noreferrer" className={buttonClasses()}>
          <ExternalLink aria-hidden="true" className="size-5" />
          Popis<span className="sr-only"> (otvara se u novoj kartici)</span>
        </a>
        <Link href={`/admin/sponsors/${slug}`} className={buttonClasses()}>
          <ClipboardList aria-hidden="true" className="size-5" />
          Tko je na popisu
        </Link>
        <CopyLink address={site + path} text="Kopiraj poveznicu" />
        <ReplaceLink sponsor={sponsor} text="Zamijeni poveznicu" onReplaced={onReplaced} />
      </div>
    </section>
  )
}

function stateOf({ guestsEnabled, guestsSetting }: Sponsor): string {
  if (guestsEnabled !== '0') return 'Popis je sada otvoren.'
  return guestsSetting === '0' ? 'Popis je zatvoren.' : 'Rok je istekao, pa je popis sada zatvoren.'
}
