'use client'

import { Link2Off } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { api } from '@/lib/http/client'
import type { Sponsor } from '@/lib/sponsors/schema'

interface Props {
  sponsor: Pick<Sponsor, 'id'>
  text: string
  onReplaced: (slug: string) => void
}

/** Gives a sponsor's list a new link for one that has leaked, once it has been asked about. */
export function ReplaceLink({ sponsor, text, onReplaced }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { run, isPending } = useWrite({
    call: () => api('POST', '/sponsors/[id]/replace-link', { params: { id: sponsor.id } }),
    stale: ['sponsors'],
    done: 'Poveznica je zamijenjena. Stara više ne vrijedi; pošaljite novi poziv.',
    failed: 'Zamjena poveznice nije uspjela.',
  })
  const close = () => setAsking(false)
  const replace = () =>
    run(undefined, {
      onSuccess: ({ slug }) => {
        close()
        onReplaced(slug)
      },
      onError: close,
    })
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
