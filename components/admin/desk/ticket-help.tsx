'use client'

import { Mail, Printer, QrCode } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { api } from '@/lib/api-client/client'
import type { ChangedGuest, Guest, ShownTicket } from '@/lib/guests/schema'
import { Qr, TicketSheet } from './print-layouts'

interface Props {
  guest: Guest
  print: (sheet: ReactNode) => void
  onChanged: (guest: ChangedGuest) => void
}

/**
 * Help for a student whose ticket is not at hand: corrects the address, sends the ticket again,
 * shows or prints it. The activity log records each action (rule 3.16).
 */
export function TicketHelp({ guest, print, onChanged }: Props) {
  const [shown, setShown] = useState<ShownTicket | null>(null)
  const params = { id: guest.id }
  const close = useRef<HTMLButtonElement>(null)
  const resend = useApiMutation({
    call: () => api('POST', '/guests/[id]/resend-ticket', { params }),
    invalidates: ['mails'],
    successMessage: ({ mailedTo, isMailSet }) =>
      isMailSet
        ? `Karta je ponovno poslana na: ${mailedTo}`
        : `Pošta nije postavljena: mail na ${mailedTo} je zabilježen, ali nije poslan.`,
  })
  const show = useApiMutation({
    call: (isPrinted: boolean) =>
      api('POST', '/guests/[id]/show-ticket', { params, body: { print: isPrinted } }),
    invalidates: [],
  })
  const printTicket = () =>
    show.run(true, { onSuccess: (ticket) => print(<TicketSheet ticket={ticket} />) })
  return (
    <section aria-label="Pomoć s kartom" className="border-t border-edge p-4 md:p-5">
      <p id="pomoc-email" className="text-sm text-muted">
        E-mail na koji ide karta
      </p>
      <InlineEdit
        // The React key resets the editor for another student, so that an unsaved address is not
        // kept.
        key={guest.id}
        label="E-mail"
        value={{ email: guest.email ?? '' }}
        endpoints={{
          entity: 'guests',
          async change(body) {
            const after = await api('PUT', '/guests/[id]', { params, body })
            onChanged(after)
            return { email: after.email ?? '' }
          },
          async read() {
            const now = await api('GET', '/guests/[id]', { params })
            return { email: now.email ?? '' }
          },
        }}
        successMessage={(_, stored) =>
          stored ? `Karta ide na: ${stored}` : 'Karta ide na studentsku adresu.'
        }
      >
        {guest.email ?? <span className="italic">studentska adresa (iz imena i JMBAG-a)</span>}
      </InlineEdit>
      <div className="mt-2 grid gap-2 sm:flex sm:flex-wrap">
        <Button pending={resend.isPending} onClick={() => resend.run()}>
          {!resend.isPending && <Mail aria-hidden="true" className="size-5" />}
          <span>Pošalji kartu ponovno</span>
        </Button>
        <Button
          pending={show.pending === false}
          onClick={() => show.run(false, { onSuccess: setShown })}
        >
          {show.pending !== false && <QrCode aria-hidden="true" className="size-5" />}
          <span>Prikaži QR kod</span>
        </Button>
        <Button pending={show.pending === true} onClick={printTicket}>
          {show.pending !== true && <Printer aria-hidden="true" className="size-5" />}
          <span>Ispiši kartu</span>
        </Button>
      </div>
      <Dialog
        open={shown !== null}
        onClose={() => setShown(null)}
        title={`${guest.name} ${guest.surname}`}
        focusFirst={close}
        footer={
          <Button ref={close} look="primary" onClick={() => setShown(null)}>
            Zatvori prikaz
          </Button>
        }
      >
        {shown && (
          <>
            <Qr
              ticket={shown}
              className="mx-auto aspect-square w-full max-w-[min(100%,62dvh)] rounded-md"
            />
            <p className="mt-2 text-center font-mono text-sm break-all">{shown.code}</p>
          </>
        )}
      </Dialog>
    </section>
  )
}
