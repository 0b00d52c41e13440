'use client'

import { ClipboardList, Copy, ExternalLink, Link2Off, Pencil } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Panel } from '@/components/admin/data/panel'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button, buttonClasses } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Confirm } from '@/components/ui/confirm'
import { api } from '@/lib/api-client/client'
import type { Sponsor } from '@/lib/sponsors/schema'
import { InviteSponsor } from './invitations'

interface Props {
  sponsor: Sponsor
  site: string
  onReplaced: (slug: string) => void
}

/** Panel with the link to a sponsor list, to be opened, copied, or replaced after it has leaked. */
export function ListLink({ sponsor, site, onReplaced }: Props) {
  const url = `${site}/sponzori/${sponsor.slug}`
  return (
    <Panel title="Poveznica sponzora" className="min-w-0">
      <p className="mt-1 text-sm break-all text-muted select-all">{url}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyLink url={url} text="Kopiraj" />
        <a
          href={`/sponzori/${sponsor.slug}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses()}
        >
          <ExternalLink aria-hidden="true" className="size-5" />
          Otvori<span className="sr-only"> kako ga vidi sponzor (u novoj kartici)</span>
        </a>
        <ButtonLink href={`/admin/sponsors-add/${sponsor.slug}`} icon={Pencil}>
          Uredi sponzora
        </ButtonLink>
        <ReplaceLink sponsor={sponsor} text="Zamijeni" onReplaced={onReplaced} />
      </div>
    </Panel>
  )
}

interface GuestListLinkProps {
  sponsor: Sponsor
  /** Base URL of the site, as used in invitations. */
  site: string
}

/** Panel about a sponsor list: number of guests, invitation, and the link that opens the list. */
export function GuestListLink({ sponsor, site }: GuestListLinkProps) {
  const [slug, setSlug] = useState(sponsor.slug)
  const path = `/sponzori/${slug}`

  function onReplaced(next: string) {
    setSlug(next)
    // The URL of this screen contains the slug too. It is replaced without navigation, so that the
    // form keeps what has been typed.
    history.replaceState(null, '', `/admin/sponsors-add/${next}`)
  }

  return (
    <Panel title="Popis gostiju" className="mt-8">
      <p className="mt-1">
        Na popisu <strong className="tabular-nums">{sponsor.guests}</strong> od najviše{' '}
        <strong className="tabular-nums">{sponsor.guestCap}</strong>. {describeState(sponsor)}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <InviteSponsor sponsor={sponsor} />
        <a href={path} target="_blank" rel="noreferrer" className={buttonClasses()}>
          <ExternalLink aria-hidden="true" className="size-5" />
          Popis<span className="sr-only"> (otvara se u novoj kartici)</span>
        </a>
        <ButtonLink href={`/admin/sponsors/${slug}`} icon={ClipboardList}>
          Tko je na popisu
        </ButtonLink>
        <CopyLink url={site + path} text="Kopiraj poveznicu" />
        <ReplaceLink sponsor={sponsor} text="Zamijeni poveznicu" onReplaced={onReplaced} />
      </div>
    </Panel>
  )
}

function describeState({ guestsEnabled, guestsSetting }: Sponsor): string {
  if (guestsEnabled !== '0') return 'Popis je sada otvoren.'
  return guestsSetting === '0' ? 'Popis je zatvoren.' : 'Rok je istekao, pa je popis sada zatvoren.'
}

/** Button that copies the link to a sponsor list to the clipboard. */
function CopyLink({ url, text }: { url: string; text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Poveznica je kopirana.')
    } catch {
      toast.error('Kopiranje nije uspjelo. Otvorite popis i kopirajte adresu.')
    }
  }
  return (
    <Button onClick={copy}>
      <Copy aria-hidden="true" className="size-5" />
      {text}
    </Button>
  )
}

interface ReplaceLinkProps {
  sponsor: Pick<Sponsor, 'id'>
  text: string
  onReplaced: (slug: string) => void
}

/** Button that gives a sponsor list a new link after a confirmation, for a link that has leaked. */
function ReplaceLink({ sponsor, text, onReplaced }: ReplaceLinkProps) {
  const [isAsking, setAsking] = useState(false)
  const { run, isPending } = useApiMutation({
    // The screen must know the new slug before it reads the sponsors again, because they no longer
    // have the old slug.
    call: async () => {
      const params = { id: sponsor.id }
      const { slug } = await api('POST', '/sponsors/[id]/replace-link', { params })
      onReplaced(slug)
    },
    invalidates: ['sponsors'],
    successMessage: 'Poveznica je zamijenjena. Stara više ne vrijedi; pošaljite novi poziv.',
    errorMessage: 'Zamjena poveznice nije uspjela.',
  })
  const close = () => setAsking(false)
  const replace = () => run(undefined, { onSuccess: close, onError: close })
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Link2Off aria-hidden="true" className="size-5 text-stop" />
        {text}
      </Button>
      <Confirm
        open={isAsking}
        question="Zamijeniti poveznicu popisa?"
        yes="Zamijeni"
        danger
        pending={isPending}
        onYes={replace}
        onNo={close}
      >
        <p>
          Za poveznicu koja je dospjela u krive ruke. Stara odmah prestaje vrijediti, a gosti ostaju
          na popisu. Novu pošaljite sponzoru gumbom Pozovi.
        </p>
      </Confirm>
    </>
  )
}
