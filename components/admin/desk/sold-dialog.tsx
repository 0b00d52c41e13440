'use client'

import { CircleCheck } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ignoreRepeat } from '@/components/ui/keys'
import { DESK_MESSAGES } from '@/lib/guests/rules'

interface Props {
  open: boolean
  /** Empty when there was no address to send the confirmation to. */
  mailedTo: string
  /** Whether there is a mail service that could send it. */
  isMailSet: boolean
  onClose: () => void
  focusAfter: RefObject<HTMLElement | null>
}

/** Says that the ticket is sold and where its mail went; Enter goes on with the next student. */
export function SoldDialog({ open, mailedTo, isMailSet, onClose, focusAfter }: Props) {
  const told = isMailSet ? DESK_MESSAGES.sold : DESK_MESSAGES.soldUnsent
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Karta je prodana"
      focusFirst={done}
      focusAfter={focusAfter}
      footer={
        <Button ref={done} look="primary" onClick={onClose} onKeyDown={ignoreRepeat}>
          Sljedeći brucoš
        </Button>
      }
    >
      <div className="flex gap-4">
        <CircleCheck aria-hidden="true" className="size-10 shrink-0 text-go" />
        <p className="min-w-0 text-lg wrap-anywhere">
          {mailedTo ? told(mailedTo) : DESK_MESSAGES.soldWithoutMail}
        </p>
      </div>
    </Dialog>
  )
}
