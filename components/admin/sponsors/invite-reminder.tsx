'use client'

import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { type ApiError, api } from '@/lib/http/client'
import type { Reminded } from '@/lib/sponsors/schema'
import { formatDateTime } from '@/lib/time'

/** Reminds the invited sponsors whose list still has room, before the lists close. */
export function RemindSponsors() {
  const [plan, setPlan] = useState<Reminded | null>(null)
  const [isAsking, setAsking] = useState(false)
  const look = useMutation<Reminded, ApiError>({
    mutationFn: () => api('POST', '/sponsors/remind', { query: { preview: '1' } }),
    onSuccess: (found) => {
      setPlan(found)
      setAsking(true)
    },
    onError: ({ detail }) => toast.error(detail),
  })
  const send = useWrite({
    call: () => api('POST', '/sponsors/remind'),
    stale: ['sponsors', 'mails'],
    done: ({ queued }: Reminded) => `Podsjetnici se šalju: ${queued}.`,
    failed: 'Slanje podsjetnika nije uspjelo.',
  })
  const close = () => setAsking(false)
  const hasAny = plan !== null && plan.queued > 0

  return (
    <>
      <Button pending={look.isPending} onClick={() => look.mutate()}>
        {!look.isPending && <BellRing aria-hidden="true" className="size-5" />}
        Podsjeti
      </Button>
      <Confirm
        open={isAsking}
        question={hasAny ? `Podsjetiti sponzore (${plan.sponsors})?` : 'Nema koga podsjetiti.'}
        yes="Pošalji podsjetnike"
        canGo={hasAny}
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
