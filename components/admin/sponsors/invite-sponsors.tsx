'use client'

import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Dialog } from '@/components/ui/dialog'
import { type ApiError, api } from '@/lib/http/client'
import type { Invited } from '@/lib/sponsors/schema'
import { useInvite } from './invite-one'

/** What would be sent to all, and to those only whom no invitation has reached. */
interface Plan {
  all: Invited
  unreached: Invited
}

const preview = (to: 'all' | 'unreached') =>
  api('POST', '/sponsors/invite', { query: { preview: '1' }, body: { to } })

/** Pozovi sponzore (spec section 5): asks once, and again when some have had their mail. */
export function InviteSponsors() {
  const [plan, setPlan] = useState<Plan | null>(null)
  const [step, setStep] = useState<'closed' | 'first' | 'again'>('closed')
  const invite = useInvite(() => setStep('closed'))
  const look = useMutation<Plan, ApiError>({
    mutationFn: async () => {
      const [all, unreached] = await Promise.all([preview('all'), preview('unreached')])
      return { all, unreached }
    },
    onSuccess: (found) => {
      setPlan(found)
      setStep('first')
    },
    onError: ({ detail }) => toast.error(detail),
  })

  const close = () => setStep('closed')
  const goOn = () =>
    plan && plan.all.again > 0 ? setStep('again') : invite.run({ to: 'all', sponsors: null })

  return (
    <>
      <Button pending={look.isPending} onClick={() => look.mutate()}>
        {!look.isPending && <Send aria-hidden="true" className="size-5" />}
        Pozovi sponzore
      </Button>
      {plan && (
        <>
          <Confirm
            open={step === 'first'}
            question={
              plan.all.queued > 0
                ? 'Klikom na OK šaljete mail SVIM sponzorima!!!'
                : 'Nema koga pozvati.'
            }
            yes="OK"
            canGo={plan.all.queued > 0}
            pending={invite.isPending}
            onYes={goOn}
            onNo={close}
          >
            <Counts counts={plan.all} />
          </Confirm>
          <Dialog
            open={step === 'again'}
            onClose={close}
            title="Neki su sponzori već dobili mail. Poslati ponovno?"
            footer={
              <>
                <Button onClick={close}>Odustani</Button>
                {plan.unreached.queued > 0 && (
                  <Button
                    pending={invite.pending?.to === 'unreached'}
                    onClick={() => invite.run({ to: 'unreached', sponsors: null })}
                  >
                    Samo nedosegnutima ({plan.unreached.queued})
                  </Button>
                )}
                <Button
                  look="danger"
                  pending={invite.pending?.to === 'all'}
                  onClick={() => invite.run({ to: 'all', sponsors: null })}
                >
                  Svima ponovno ({plan.all.queued})
                </Button>
              </>
            }
          >
            <p>
              Od {plan.all.queued} adresa njih {plan.all.again} već je dobilo poziv i dobit će ga
              opet.
            </p>
            <p className="mt-2 text-muted">
              {plan.unreached.queued > 0
                ? 'Nedosegnuti su oni kojima slanje nije uspjelo, koji nikad nisu otvorili svoj popis ili još nisu pozvani.'
                : 'Svi su pozvani i svi su otvorili svoj popis.'}
            </p>
          </Dialog>
        </>
      )}
    </>
  )
}

function Counts({ counts: { queued, sponsors, closed } }: { counts: Invited }) {
  if (queued === 0) return <p>Nijedan sponzor nema odobrenih mjesta, ili su svi pozivi na putu.</p>
  return (
    <ul>
      <li>
        Sponzora s odobrenim mjestima: <strong>{sponsors}</strong>, mailova:{' '}
        <strong>{queued}</strong>.
      </li>
      {closed > 0 && <li>Od njih sa zatvorenim popisom: {closed}.</li>}
    </ul>
  )
}
