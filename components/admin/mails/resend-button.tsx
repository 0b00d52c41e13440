'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { api } from '@/lib/http/client'
import type { Mail } from '@/lib/mails/schema'
import { MAILS } from './use-mails'

const RESEND = [...MAILS, 'resend']

interface Props {
  mail: Mail
  /** The new mail, which is a record of its own. */
  onResent: (id: string) => void
}

/** Asks, then sends the same ticket once more. */
export function ResendButton({ mail, onResent }: Props) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const resend = useMutation({
    mutationKey: RESEND,
    mutationFn: () => api('POST', '/mailer/[id]/resend', { params: { id: mail.id } }),
    onSuccess: async (queued) => {
      toast.success('Mail je u redu za slanje.')
      onResent(queued.id)
      await client.invalidateQueries({ queryKey: MAILS })
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsking(false),
  })
  // The second click of a double click comes before the button shows that it is pending.
  const once = () => client.isMutating({ mutationKey: RESEND }) === 0 && resend.mutate()
  return (
    <>
      <Button className="mt-4 w-full sm:w-auto" onClick={() => setAsking(true)}>
        <Send aria-hidden="true" className="size-5" />
        Pošalji ponovno
      </Button>
      <Confirm
        open={isAsking}
        question={`Poslati ${mail.confCode ? 'ovu kartu' : 'ovaj mail'} još jednom?`}
        yes="Pošalji"
        pending={resend.isPending}
        onYes={once}
        onNo={() => setAsking(false)}
      >
        {mail.confCode ? (
          <p>{mail.name} dobiva novi mail s istim QR kodom, na adresu koja sada stoji uz gosta.</p>
        ) : (
          <p>Isti mail ide još jednom na {mail.to_mail}.</p>
        )}
      </Confirm>
    </>
  )
}
