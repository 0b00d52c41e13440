'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { isOnItsWay } from '@/lib/mails/rules'
import type { WholeMail } from '@/lib/mails/schema'
import { MailBody } from './mail-body'
import { MailFacts } from './mail-facts'
import { ResendButton } from './resend-button'
import { useMail } from './use-mails'

interface Props {
  id: string
  /** Opens another mail in the place of this one, or closes it. */
  onOther: (id: string | null) => void
}

/** A mail as it was sent, and the way to send it once more. */
export function MailDialog({ id, onOther }: Props) {
  const { data: mail, error, isFetching, refetch } = useMail(id)
  return (
    <Dialog open onClose={() => onOther(null)} title={mail?.name || 'Mail'}>
      {mail ? (
        <>
          <MailFacts mail={mail} />
          <ResendPart mail={mail} onResent={onOther} />
          <MailBody mail={mail} />
        </>
      ) : error ? (
        <Notice tone="error">
          <p>{error.message}</p>
          <Button className="mt-3" pending={isFetching} onClick={() => refetch()}>
            Pokušaj ponovno
          </Button>
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-3 py-8 text-muted">
          <Spinner /> Učitavanje maila …
        </p>
      )}
    </Dialog>
  )
}

function ResendPart({ mail, onResent }: { mail: WholeMail; onResent: (id: string) => void }) {
  if (mail.resendable) return <ResendButton mail={mail} onResent={onResent} />
  if (isOnItsWay(mail.state)) return null
  return (
    <p className="mt-4 text-sm text-muted">Karta iz ovog maila više ne vrijedi pa se ne šalje.</p>
  )
}
