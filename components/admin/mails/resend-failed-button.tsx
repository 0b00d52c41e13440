'use client'

import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { grouped } from '@/components/ui/grouped'
import { api } from '@/lib/http/client'

/** Asks, then queues every failed mail anew. */
export function ResendFailedButton({ failed }: { failed: number }) {
  const [isAsking, setAsking] = useState(false)
  const { run, isPending } = useWrite({
    call: () => api('POST', '/mailer/resend-failed'),
    stale: ['mails', 'reports'],
    done: ({ queued, skipped }) =>
      `U redu za slanje: ${grouped(queued)}${skipped > 0 ? `, preskočeno: ${grouped(skipped)}` : ''}.`,
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <RotateCw aria-hidden="true" className="size-5" />
        Pošalji neuspjele ponovno
      </Button>
      <Confirm
        open={isAsking}
        question={`Neuspjelih mailova: ${grouped(failed)}. Poslati ih ponovno?`}
        yes="Pošalji"
        pending={isPending}
        onYes={() => run(undefined, { onSuccess: () => setAsking(false) })}
        onNo={() => setAsking(false)}
      >
        <p>
          Svaki ide na adresu koja sada stoji uz gosta. Preskaču se poništene karte i gosti koji još
          nemaju adresu.
        </p>
      </Confirm>
    </>
  )
}
