'use client'

import { type ComponentProps, useState } from 'react'
import { useConfirmedAction } from '@/components/admin/data/use-confirmed-action'
import { useApiMutation } from '@/components/admin/data/use-write'
import { useTicketPayment } from '@/components/admin/desk/use-till'
import { fullName } from '@/components/gate/screens/guest'
import { Confirm } from '@/components/ui/confirm'
import { LabelledSwitch } from '@/components/ui/switch'
import { api } from '@/lib/api-client/client'
import { describeRefund, describeReturn } from '@/lib/cash/rules'
import { DESK_MESSAGES, GUEST_MESSAGES } from '@/lib/guests/rules'
import type { ChangedGuest, Guest } from '@/lib/guests/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import { GUESTS } from './use-guests'

/**
 * Switch that sells or returns the ticket of a guest after a confirmation. An open question keeps
 * its direction and its ticket when another user sells or returns a ticket meanwhile.
 */
export function TicketSwitch({ guest }: { guest: Guest }) {
  const isBought = guest.bought === '1'
  /** The guest as it was when the dialog opened. */
  const [asked, setAsked] = useState(guest)
  const isReturn = asked.bought === '1'
  const paid = useTicketPayment(guest)
  const refund = isReturn && paid && describeRefund(paid)
  const { ask, confirmProps, isPending } = useConfirmedAction({
    call: () =>
      api('PUT', '/guests/[id]', {
        params: { id: guest.id },
        body: isReturn
          ? { bought: '0', ticket: asked.confCode ?? undefined, seen: { bought: '1' } }
          : { bought: '1', seen: { bought: '0' } },
      }),
    invalidates: [GUESTS, 'cash'],
    successMessage: describeOutcome,
    isErrorInDialog: true,
  })

  return (
    <>
      <ActingSwitch
        label="Karta"
        note={
          guest.boughtTicketTime
            ? `Kupljena ${formatDateTime(guest.boughtTicketTime)}`
            : 'Nema kartu'
        }
        checked={isBought}
        pending={isPending}
        onChange={() => {
          setAsked(guest)
          ask()
        }}
      />
      <Confirm
        {...confirmProps}
        question={isReturn ? 'Poništiti kartu?' : 'Označiti kartu kao kupljenu?'}
        yes={isReturn ? 'Poništi kartu' : 'Označi kao kupljenu'}
        danger={isReturn}
      >
        <p className="mb-2 text-xl font-bold wrap-anywhere">{fullName(guest)}</p>
        <p className="text-muted">
          {isReturn
            ? 'Kod iz poslanog maila više neće vrijediti za ulaz.'
            : `Gost dobiva novi kod za ulaz. ${describeAddressee(guest)}`}
        </p>
        {refund && <strong className="mt-3 block text-lg">{refund}</strong>}
      </Confirm>
    </>
  )
}

/**
 * Describes the address of the confirmation mail. The server derives the address of a student, so
 * the text does not name that address.
 */
const describeAddressee = ({ email, jmbag }: Guest) =>
  email
    ? `Potvrda ide na ${email}.`
    : jmbag
      ? 'Potvrda ide na studentsku adresu.'
      : 'Uz gosta ne stoji adresa, pa potvrda neće biti poslana.'

function describeOutcome(after: ChangedGuest): string {
  const { changed, bought, boughtTicketTime, mailedTo, isMailSet, payment } = after
  if (!changed && boughtTicketTime)
    return DESK_MESSAGES.alreadySold(formatDateTime(boughtTicketTime))
  if (bought === '0') return describeReturn(payment)
  if (mailedTo && !isMailSet) return `Karta je kupljena. ${GUEST_MESSAGES.mailNotSet}`
  return mailedTo ? `Karta je kupljena, potvrda ide na: ${mailedTo}` : 'Karta je kupljena.'
}

/** A switch whose change is sent without a save button. */
const ActingSwitch = (props: ComponentProps<typeof LabelledSwitch>) => (
  <LabelledSwitch {...props} noteClass="text-muted tabular-nums" className="py-2.5" />
)

/** Switch that corrects, without a scan, whether the guest is inside. */
export function PresenceSwitch({ guest }: { guest: Guest }) {
  const { run, isPending } = useApiMutation({
    call: (isInside: boolean) =>
      api('PUT', '/guests/[id]', {
        params: { id: guest.id },
        body: { entered: isInside ? '1' : '0', seen: { entered: guest.entered } },
      }),
    invalidates: [GUESTS],
    successMessage: (after) => `${fullName(after)}: ${after.entered === '1' ? 'unutra' : 'vani'}.`,
  })
  return (
    <ActingSwitch
      label="Ulaz"
      note={guest.enteredTime ? `Unutra od ${formatDateTime(guest.enteredTime)}` : 'Vani'}
      checked={guest.entered === '1'}
      pending={isPending}
      onChange={run}
    />
  )
}
