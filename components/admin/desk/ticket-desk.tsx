'use client'

import { ChartColumn, CircleCheck, Printer } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'sonner'
import { SignInAgain } from '@/components/admin/data/leave-guard'
import { fullName } from '@/components/gate/screens/guest'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Dialog } from '@/components/ui/dialog'
import { ignoreRepeat } from '@/components/ui/keys'
import { usePrint } from '@/components/ui/use-print'
import { describeRefund, formatCents, PAYMENT_METHOD_LABELS } from '@/lib/cash/rules'
import type { CashDesk, Receipt } from '@/lib/cash/schema'
import { DeskSearch } from './desk-search'
import { changeDueLabel, describeSale, hasTypedPayment } from './desk-state'
import { DeskStudent } from './desk-student'
import { ReceiptSheet } from './print-layouts'
import { ShiftBar, type ShiftDialog } from './shift-bar'
import { SignupPicker } from './signup-picker'
import { TodayDialog } from './today-sales'
import { useDesk } from './use-desk'
import { useDeskKeys } from './use-desk-keys'
import { useCashDesk, useTicketPayment } from './use-till'

interface Props {
  cash: CashDesk
  /** Domain of the e-mail addresses that the university assigns. */
  studentDomain: string
}

/**
 * The ticket desk (rules 3.1 and 3.13), usable without a mouse: Enter goes to the next step, Esc to
 * the next student.
 */
export function TicketDesk({ cash, studentDomain }: Props) {
  const till = useCashDesk(cash)
  const desk = useDesk(till)
  const { paper, print } = usePrint()
  const { state, dispatch, next } = desk
  const jmbag = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const surname = useRef<HTMLInputElement>(null)
  const ticket = useRef<HTMLButtonElement>(null)
  const { reasonField } = till
  const [isTodayOpen, setTodayOpen] = useState(false)
  const [shiftDialog, setShiftDialog] = useState<ShiftDialog>(null)
  const receipt = useTicketPayment(state.guest)
  const refund = receipt && describeRefund(receipt)
  const hasTicket = state.guest?.bought === '1'

  /**
   * Element of the next step with the student: the first empty field, then the ticket switch. For a
   * student with a ticket it is the search box, where Enter goes to the next student.
   */
  const nextStep = useMemo(
    () => ({
      get current() {
        if (hasTicket) return jmbag.current
        const empty = [name, surname, reasonField].find(
          (field) => field.current?.value.trim() === '',
        )
        return empty?.current ?? ticket.current
      },
    }),
    [reasonField, hasTicket],
  )

  // Focuses the search box, unless a volunteer has already started typing before hydration.
  useEffect(() => {
    if (!document.activeElement?.matches('main input')) jmbag.current?.focus()
  }, [])

  // Removes the JMBAG from the URL, so that the same fresher can be opened again and a reload shows
  // an empty desk.
  const opened = useSearchParams().get('jmbag')
  const isSaving = state.saving !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` only starts a search
  useEffect(() => {
    if (!opened || isSaving) return
    history.replaceState(null, '', location.pathname)
    void desk.open(opened)
    jmbag.current?.focus()
  }, [opened, isSaving])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticket of a sale must not move the focus
  useEffect(() => {
    if (state.moves > 0) nextStep.current?.focus()
  }, [state.moves])

  const soldMessage = describeSale(state)
  const changeCents = state.payment && till.changeFor(state.typedPayment, state.payment)
  useDeskKeys(desk, {
    box: jmbag,
    isOpen: state.dialog !== null || isTodayOpen || shiftDialog !== null,
    close() {
      setTodayOpen(false)
      setShiftDialog(null)
    },
    showSoldToast: () => toast.success(soldMessage, { description: changeDueLabel(changeCents) }),
  })

  const isFree = state.dialog === null && !isTodayOpen && shiftDialog === null && !state.saving
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isEscape = event.key === 'Escape' && !event.defaultPrevented
      const isAltN = event.altKey && event.code === 'KeyN' && !event.ctrlKey && !event.metaKey
      if (!isFree || !(isEscape || isAltN)) return
      event.preventDefault()
      next()
      jmbag.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  const { guest } = state
  const hasInput =
    shiftDialog !== null ||
    (guest !== null &&
      (state.name !== guest.name ||
        state.surname !== guest.surname ||
        hasTypedPayment(state.typedPayment)))

  const closeDialog = () => dispatch({ type: 'dialog', dialog: null })

  return (
    <div className="mx-auto max-w-3xl">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h1 className="text-xl font-bold whitespace-nowrap sm:text-2xl">Prodaja karata</h1>
        <Button onClick={() => setTodayOpen(true)} className="px-3 whitespace-nowrap sm:px-4">
          <ChartColumn aria-hidden="true" className="size-5" />
          Danas prodano
        </Button>
      </div>

      {till.isOn && (
        <ShiftBar
          till={till}
          dialog={shiftDialog}
          setDialog={setShiftDialog}
          onOpened={() => {
            dispatch({ type: 'shiftOpened' })
            if (!state.guest) jmbag.current?.focus()
          }}
        />
      )}
      <DeskSearch desk={desk} inputRef={jmbag} />
      <DeskStudent
        desk={desk}
        till={till}
        print={print}
        refs={{ name, surname, ticket }}
        nextStep={nextStep}
        studentDomain={studentDomain}
        onNext={() => {
          next()
          jmbag.current?.focus()
        }}
      />

      <SignupPicker
        open={state.dialog === 'pick'}
        jmbag={state.guest?.jmbag ?? ''}
        email={state.guest?.email ?? null}
        choices={state.choices}
        onPick={desk.pick}
        onClose={closeDialog}
        focusAfter={nextStep}
      />
      <SoldDialog
        open={state.dialog === 'sold'}
        soldMessage={soldMessage}
        payment={state.payment}
        changeCents={changeCents}
        onPrint={(printed) => print(<ReceiptSheet receipt={printed} />)}
        onClose={() => {
          // Renders at once, because the next digits of a scanner may follow immediately and must
          // reach the search box.
          flushSync(next)
          jmbag.current?.focus()
        }}
        focusAfter={jmbag}
      />
      <Confirm
        open={state.dialog === 'return'}
        question={
          <>
            <span>Poništiti kartu?</span>
            <span className="mt-1 block text-2xl font-black wrap-anywhere">
              {fullName({ name: state.guest?.name ?? '', surname: state.guest?.surname ?? '' })}
            </span>
          </>
        }
        yes="Poništi kartu"
        danger
        pending={state.saving === 'ticket'}
        onYes={desk.returnTicket}
        onNo={closeDialog}
      >
        Kod karte više neće vrijediti za ulaz, a vrijeme kupnje se briše.
        {refund && <strong className="mt-3 block text-lg">{refund}</strong>}
      </Confirm>
      <SignInAgain isDirty={hasInput} />
      {isTodayOpen && <TodayDialog onClose={() => setTodayOpen(false)} />}
      {paper}
    </div>
  )
}

interface SoldDialogProps {
  open: boolean
  /** Croatian message with the address of the confirmation mail. */
  soldMessage: string
  /**
   * `payment` is the payment of the sale, null while the cash desk is off. `changeCents` is the
   * change for the buyer.
   */
  payment: Receipt | null
  changeCents: number | null
  onPrint: (receipt: Receipt) => void
  onClose: () => void
  focusAfter: RefObject<HTMLElement | null>
}

/** Dialog that reports a sale and the address of its mail. Enter goes to the next student. */
function SoldDialog(props: SoldDialogProps) {
  const { open, soldMessage, payment, changeCents, onPrint, onClose, focusAfter } = props
  const nextButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Karta je prodana"
      focusFirst={nextButton}
      focusAfter={focusAfter}
      footer={
        <>
          {payment && (
            <Button onClick={() => onPrint(payment)}>
              <Printer aria-hidden="true" className="size-5" />
              Ispiši potvrdu
            </Button>
          )}
          <Button ref={nextButton} look="primary" onClick={onClose} onKeyDown={ignoreRepeat}>
            Sljedeći brucoš
          </Button>
        </>
      }
    >
      <div className="flex gap-4">
        <CircleCheck aria-hidden="true" className="size-10 shrink-0 text-go" />
        <p className="min-w-0 text-lg wrap-anywhere">{soldMessage}</p>
      </div>
      {payment && (
        <dl className="mt-4 grid grid-cols-2 gap-4 rounded-md border border-edge p-4">
          <div>
            <dt className="text-sm text-muted">{PAYMENT_METHOD_LABELS[payment.way].label}</dt>
            <dd className="text-2xl font-bold tabular-nums">{formatCents(payment.cents)}</dd>
          </div>
          {changeCents !== null && changeCents > 0 && (
            <div>
              <dt className="text-sm text-muted">Za vratiti</dt>
              <dd className="text-2xl font-bold tabular-nums">{formatCents(changeCents)}</dd>
            </div>
          )}
        </dl>
      )}
    </Dialog>
  )
}
