'use client'

import { useMutation } from '@tanstack/react-query'
import { BellRing, Send } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Dialog } from '@/components/ui/dialog'
import { type ApiError, api } from '@/lib/api-client/client'
import type { Invited, Reminded, Sponsor } from '@/lib/sponsors/schema'
import { formatDateTime } from '@/lib/time/zagreb'

interface InvitationRequest {
  to: 'all' | 'unreached'
  sponsors: number[] | null
  /** Number of repeated invitations that the admin has confirmed. */
  again?: number
}

/** Sends invitations, and shows how many mails were queued. */
function useInvite(onDone: () => void) {
  const mutation = useApiMutation({
    call: (request: InvitationRequest) => api('POST', '/sponsors/invite', { body: request }),
    invalidates: ['sponsors', 'mails'],
    successMessage: ({ queued }) =>
      queued > 0 ? `Pozivi se šalju: ${queued}.` : 'Pozivi su već na putu, ništa nije dodano.',
    errorMessage: 'Slanje poziva nije uspjelo.',
  })
  return {
    ...mutation,
    run: (request: InvitationRequest) =>
      mutation.run(request, { onSuccess: onDone, onError: onDone }),
  }
}

const previewInvitations = (to: 'all' | 'unreached', sponsors: number[] | null) =>
  api('POST', '/sponsors/invite', { query: { preview: '1' }, body: { to, sponsors } })

type Props = { sponsor: Pick<Sponsor, 'id' | 'name' | 'email' | 'guestCap'> }

/**
 * Button Pozovi: sends the invitation of one sponsor to each of its e-mail addresses. Asks the server
 * first whether the list is closed, because the screen may have been open past the deadline.
 */
export function InviteSponsor({ sponsor: { id, name, email, guestCap } }: Props) {
  const [isAsking, setAsking] = useState(false)
  const invite = useInvite(() => setAsking(false))
  const preview = useMutation<Invited, ApiError>({
    mutationFn: () => previewInvitations('all', [id]),
    onSuccess: () => setAsking(true),
    onError: ({ detail }) => toast.error(detail),
  })
  const hasPlaces = guestCap > 0
  return (
    <>
      <Button pending={preview.isPending} onClick={() => preview.mutate()}>
        {!preview.isPending && <Send aria-hidden="true" className="size-5" />}
        <span>Pozovi</span>
      </Button>
      <Confirm
        open={isAsking}
        question={hasPlaces ? `Pozvati: ${name}?` : `${name} nema odobrenih mjesta.`}
        yes="Pošalji poziv"
        canConfirm={hasPlaces}
        pending={invite.isPending}
        onYes={() => invite.run({ to: 'all', sponsors: [id] })}
        onNo={() => setAsking(false)}
      >
        {hasPlaces ? (
          <InvitationOfOne email={email} isClosed={(preview.data?.closed ?? 0) > 0} />
        ) : (
          <p>Prvo upišite koliko gostiju smije dovesti.</p>
        )}
      </Confirm>
    </>
  )
}

/** Text of the question before one sponsor is invited. Warns if the sponsor's list is closed. */
export const InvitationOfOne = ({ email, isClosed }: { email: string; isClosed: boolean }) => (
  <>
    <p className="break-words">
      Mail s poveznicom na popis ide na: <strong>{email}</strong>
    </p>
    {isClosed && (
      <p className="mt-2 font-semibold text-stop">
        Popis je zatvoren, a u mailu piše da je otvoren. Prvo ga otvorite ili pomaknite rok.
      </p>
    )}
  </>
)

/** Preview of the mails to all sponsors, and to the sponsors that no invitation has reached yet. */
interface Plan {
  all: Invited
  unreached: Invited
}

/**
 * Button Pozovi sponzore (rule 5.15): invites all sponsors after a confirmation. Asks a second time
 * if some have already received the mail.
 */
export function InviteSponsors() {
  const [plan, setPlan] = useState<Plan | null>(null)
  const [step, setStep] = useState<'closed' | 'first' | 'again'>('closed')
  const invite = useInvite(() => setStep('closed'))
  const preview = useMutation<Plan, ApiError>({
    mutationFn: async () => {
      const [all, unreached] = await Promise.all([
        previewInvitations('all', null),
        previewInvitations('unreached', null),
      ])
      return { all, unreached }
    },
    onSuccess: (result) => {
      setPlan(result)
      setStep('first')
    },
    onError: ({ detail }) => toast.error(detail),
  })

  const close = () => setStep('closed')
  const proceed = () =>
    plan && plan.all.again > 0
      ? setStep('again')
      : invite.run({ to: 'all', sponsors: null, again: 0 })

  return (
    <>
      <Button pending={preview.isPending} onClick={() => preview.mutate()}>
        {!preview.isPending && <Send aria-hidden="true" className="size-5" />}
        <span>Pozovi sponzore</span>
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
            canConfirm={plan.all.queued > 0}
            pending={invite.isPending}
            onYes={proceed}
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
                    onClick={() =>
                      invite.run({ to: 'unreached', sponsors: null, again: plan.unreached.again })
                    }
                  >
                    Samo nedosegnutima ({plan.unreached.queued})
                  </Button>
                )}
                <Button
                  look="danger"
                  pending={invite.pending?.to === 'all'}
                  onClick={() => invite.run({ to: 'all', sponsors: null, again: plan.all.again })}
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

/**
 * Button that reminds the invited sponsors whose list still has free places, before the lists
 * close.
 */
export function RemindSponsors() {
  const [plan, setPlan] = useState<Reminded | null>(null)
  const [isAsking, setAsking] = useState(false)
  const preview = useMutation<Reminded, ApiError>({
    mutationFn: () => api('POST', '/sponsors/remind', { query: { preview: '1' } }),
    onSuccess: (result) => {
      setPlan(result)
      setAsking(true)
    },
    onError: ({ detail }) => toast.error(detail),
  })
  const send = useApiMutation({
    call: () => api('POST', '/sponsors/remind'),
    invalidates: ['sponsors', 'mails'],
    successMessage: ({ queued }: Reminded) => `Podsjetnici se šalju: ${queued}.`,
    errorMessage: 'Slanje podsjetnika nije uspjelo.',
  })
  const close = () => setAsking(false)
  const hasAny = plan !== null && plan.queued > 0

  return (
    <>
      <Button pending={preview.isPending} onClick={() => preview.mutate()}>
        {!preview.isPending && <BellRing aria-hidden="true" className="size-5" />}
        <span>Podsjeti</span>
      </Button>
      <Confirm
        open={isAsking}
        question={hasAny ? `Podsjetiti sponzore (${plan.sponsors})?` : 'Nema koga podsjetiti.'}
        yes="Pošalji podsjetnike"
        canConfirm={hasAny}
        pending={send.isPending}
        onYes={() => send.run(undefined, { onSuccess: close, onError: close })}
        onNo={close}
      >
        {plan && (
          <ul>
            {hasAny && <li>Na njihovim popisima još ima mjesta. Mailova: {plan.queued}.</li>}
            {plan.skipped > 0 && (
              <li>Preskače se: {plan.skipped} (nisu pozvani ili su danas već podsjećeni).</li>
            )}
            <li>
              {plan.deadline
                ? `Popisi se zatvaraju ${formatDateTime(plan.deadline)}`
                : 'Rok za unos nije postavljen ili je prošao.'}
            </li>
          </ul>
        )}
      </Confirm>
    </>
  )
}
