'use client'

import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { GuestWarnings } from '@/components/gate/screens/guest'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { onEnter } from '@/components/ui/keys'
import { Switch } from '@/components/ui/switch'
import { MAX_GUEST_NAME_LENGTH } from '@/db/catalogue/guest-names'
import { canBuy, GUEST_MESSAGES } from '@/lib/guests/rules'
import { ticketAddress } from '@/lib/students/email'
import { isBlank } from '@/lib/text/clean'
import { formatDateTime } from '@/lib/time/zagreb'
import type { TypedPayment } from './desk-state'
import { chooseByKey, PaymentChoice, PaymentSummary } from './payment'
import { ReceiptSheet } from './print-layouts'
import { TicketHelp } from './ticket-help'
import type { Desk } from './use-desk'
import { type Till, useTicketPayment } from './use-till'

interface Props {
  desk: Desk
  till: Till
  refs: {
    name: RefObject<HTMLInputElement | null>
    surname: RefObject<HTMLInputElement | null>
    ticket: RefObject<HTMLButtonElement | null>
  }
  nextStep: { readonly current: HTMLElement | null }
  /** Domain of the e-mail addresses that the university assigns. */
  studentDomain: string
  print: (sheet: ReactNode) => void
  onNext: () => void
}

/**
 * The selected student: name, surname and ticket. Without a student the fields are empty and
 * disabled.
 */
export function DeskStudent(props: Props) {
  const { desk, till, refs, nextStep, studentDomain, print, onNext } = props
  const { guest, name, surname, saving, message, choices, typedPayment } = desk.state
  const isToPay = till.isOn && guest?.bought === '0'
  const setPayment = (change: Partial<TypedPayment>) => desk.dispatch({ type: 'paying', change })
  const receipt = useTicketPayment(guest)
  const isDirty = guest !== null && (name !== guest.name || surname !== guest.surname)
  const isMissing = message?.text === GUEST_MESSAGES.nameMissing
  const error = (value: string) => (isMissing && isBlank(value) ? 'Obavezno polje' : undefined)
  const moveOn = onEnter(() => nextStep.current?.focus())
  const ticketEmail =
    guest?.bought === '0' && canBuy({ name, surname })
      ? ticketAddress({ ...guest, name, surname }, studentDomain)
      : null
  const field = (key: 'name' | 'surname') => ({
    ref: refs[key],
    value: desk.state[key],
    onChange: (event: { target: { value: string } }) =>
      desk.dispatch({ type: 'edited', field: key, value: event.target.value }),
    onKeyDown: moveOn,
    disabled: guest === null,
    readOnly: saving !== null,
    error: error(desk.state[key]),
    maxLength: MAX_GUEST_NAME_LENGTH,
    autoComplete: 'off',
    autoCapitalize: 'words',
    spellCheck: false,
    enterKeyHint: 'next' as const,
  })
  return (
    <section
      aria-label="Student"
      onKeyDown={(event) => isToPay && chooseByKey(event, setPayment, till.reasonField)}
      className="rounded-lg border border-edge bg-panel"
    >
      <div className="p-4 md:p-5">
        <p className="mb-3 text-sm text-muted">
          Student s JMBAG-om{' '}
          <strong className="text-base text-text tabular-nums">{guest?.jmbag || '–'}</strong>
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Ime" {...field('name')} />
          <Field label="Prezime" {...field('surname')} />
        </div>
        {guest && (
          <div className="mt-3 empty:hidden">
            <GuestWarnings guest={guest} />
          </div>
        )}
        {ticketEmail !== null && (
          <p className="mt-3 text-sm wrap-anywhere text-muted">
            Karta ide na: <strong className="text-text">{ticketEmail || 'nema adrese'}</strong>
          </p>
        )}
        {(isDirty || choices.length > 0) && (
          <div className="mt-3 flex flex-wrap gap-2">
            {choices.length > 0 && (
              <Button onClick={() => desk.dispatch({ type: 'dialog', dialog: 'pick' })}>
                Odaberi iz prijava
              </Button>
            )}
            {isDirty && canBuy({ name, surname }) && (
              <Button pending={saving === 'names'} onClick={desk.saveNames}>
                Spremi ime i prezime
              </Button>
            )}
          </div>
        )}
      </div>
      {isToPay && (
        <PaymentChoice
          till={till}
          typed={typedPayment}
          setPayment={setPayment}
          isSaving={saving !== null}
          moveOn={() => nextStep.current?.focus()}
        />
      )}
      <Ticket desk={desk} ticketRef={refs.ticket} />
      {guest?.bought === '1' && receipt && (
        <PaymentSummary
          receipt={receipt}
          onPrint={() => print(<ReceiptSheet receipt={receipt} />)}
        />
      )}
      {guest?.bought === '1' && (
        <TicketHelp
          guest={guest}
          print={print}
          onChanged={(changed) => desk.dispatch({ type: 'helped', guest: changed })}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-edge p-4 md:px-5">
        <p className="hidden text-sm text-muted md:block">
          <kbd>Enter</kbd> dalje <span className="mx-2">·</span> <kbd>Esc</kbd> ili <kbd>Alt</kbd>{' '}
          <kbd>N</kbd> sljedeći brucoš
        </p>
        <Button onClick={onNext} disabled={saving !== null} className="w-full md:w-auto">
          Sljedeći brucoš
        </Button>
      </div>
    </section>
  )
}

function Ticket({ desk, ticketRef }: { desk: Desk; ticketRef: Props['refs']['ticket'] }) {
  const { guest, saving } = desk.state
  const isBought = guest?.bought === '1'
  const Icon = isBought ? CircleCheck : CircleDashed
  return (
    <div className="border-t border-edge p-4 md:p-5">
      <div className="flex items-center justify-between gap-4">
        <div className="flex items-center gap-3">
          <Icon
            aria-hidden="true"
            className={`size-7 shrink-0 ${isBought ? 'text-text' : 'text-muted'}`}
          />
          <p>
            <span id="ticket" className="block text-lg font-bold">
              Karta
            </span>
            <span id="ticket-state" className="block text-sm text-muted">
              {guest === null ? 'Nitko nije odabran' : isBought ? 'Kupljena' : 'Nije kupljena'}
            </span>
          </p>
        </div>
        <Switch
          ref={ticketRef}
          labelledBy="ticket"
          describedBy="ticket-state"
          checked={isBought}
          disabled={guest === null}
          pending={saving === 'ticket'}
          onChange={(bought) =>
            bought ? desk.sell() : desk.dispatch({ type: 'dialog', dialog: 'return' })
          }
        />
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">Konfirmacijski kod</dt>
          <dd className="font-mono text-sm break-all">{guest?.confCode ?? '–'}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Vrijeme kupnje</dt>
          <dd className="tabular-nums">
            {guest?.boughtTicketTime ? formatDateTime(guest.boughtTicketTime) : '–'}
          </dd>
        </div>
      </dl>
    </div>
  )
}
