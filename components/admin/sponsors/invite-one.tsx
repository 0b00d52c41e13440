'use client'

import { Send } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { api } from '@/lib/http/client'
import type { Sponsor } from '@/lib/sponsors/schema'

interface Asked {
  to: 'all' | 'unreached'
  sponsors: number[] | null
}

/** Sends invitations and tells how many are on their way. */
export function useInvite(onDone: () => void) {
  const write = useWrite({
    call: (asked: Asked) => api('POST', '/sponsors/invite', { body: asked }),
    stale: ['sponsors', 'mails'],
    done: ({ queued }) =>
      queued > 0 ? `Pozivi se šalju: ${queued}.` : 'Pozivi su već na putu, ništa nije dodano.',
    failed: 'Slanje poziva nije uspjelo.',
  })
  return {
    ...write,
    run: (asked: Asked) => write.run(asked, { onSuccess: onDone, onError: onDone }),
  }
}

type Props = { sponsor: Pick<Sponsor, 'id' | 'name' | 'email' | 'guestCap'> }

/** Pozovi: the invitation of one sponsor, to each of its addresses. */
export function InviteSponsor({ sponsor: { id, name, email, guestCap } }: Props) {
  const [isAsking, setAsking] = useState(false)
  const invite = useInvite(() => setAsking(false))
  const hasPlaces = guestCap > 0
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Send aria-hidden="true" className="size-5" />
        Pozovi
      </Button>
      <Confirm
        open={isAsking}
        question={hasPlaces ? `Pozvati: ${name}?` : `${name} nema odobrenih mjesta.`}
        yes="Pošalji poziv"
        canGo={hasPlaces}
        pending={invite.isPending}
        onYes={() => invite.run({ to: 'all', sponsors: [id] })}
        onNo={() => setAsking(false)}
      >
        {hasPlaces ? (
          <p className="break-words">
            Mail s poveznicom na popis ide na: <strong>{email}</strong>
          </p>
        ) : (
          <p>Prvo upišite koliko gostiju smije dovesti.</p>
        )}
      </Confirm>
    </>
  )
}
