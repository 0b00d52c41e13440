'use client'

import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'

interface Props {
  title: string
  secret: string
  /** Croatian sentences: where to write the secret, and the toasts of the copy button. */
  messages: { notice: string; copied: string; failed: string }
  /** Text below the secret. */
  children: ReactNode
  onClose: () => void
}

/** Dialog with a secret that the server shows only once. */
export function SecretDialog({ title, secret, messages, children, onClose }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success(messages.copied),
      () => toast.error(messages.failed),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Spremljeno</Button>
          <Button look="primary" onClick={copy}>
            <Copy aria-hidden="true" className="size-5" />
            Kopiraj
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Notice className="bg-panel-2">{messages.notice}</Notice>
        <p className="rounded-md bg-panel-2 p-3 font-mono text-sm break-all select-all">{secret}</p>
        <p className="text-sm text-muted">{children}</p>
      </div>
    </Dialog>
  )
}
