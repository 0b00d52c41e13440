'use client'

import { Printer } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { onEnter } from '@/components/ui/keys'
import { changeDue, formatCents, PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '@/lib/cash/rules'
import type { Receipt } from '@/lib/cash/schema'
import type { TypedPayment } from './desk-state'
import type { Till } from './use-till'

interface Props {
  till: Till
  typed: TypedPayment
  setPayment: (change: Partial<TypedPayment>) => void
  isSaving: boolean
  /** Moves the focus to the first empty field or, if there is none, to the ticket switch. */
  moveOn: () => void
}

/**
 * Price of the ticket and choice of the payment method. Cash is preselected, so that the usual sale
 * needs no key.
 */
export function PaymentChoice({ till, typed, setPayment, isSaving, moveOn }: Props) {
  const { priceCents } = till
  const { way, reason, received } = typed
  const changeCents = priceCents === null ? null : changeDue(received, priceCents)
  return (
    <div className="border-t border-edge p-4 md:p-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p>
          <span className="block text-sm text-muted">Cijena</span>
          <strong className="text-3xl tabular-nums">
            {way === 'free' ? formatCents(0) : priceCents === null ? '–' : formatCents(priceCents)}
          </strong>
        </p>
        <fieldset disabled={isSaving} className="min-w-0 max-sm:w-full">
          <legend className="sr-only">Način plaćanja</legend>
          <div className="flex divide-x divide-edge overflow-hidden rounded-md border border-edge-2">
            {PAYMENT_METHODS.map((method) => (
              <label
                key={method}
                className="relative flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 bg-panel px-3 font-semibold outline-offset-[-3px] has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-text"
              >
                <input
                  type="radio"
                  name="way"
                  value={method}
                  checked={way === method}
                  onChange={() => setPayment({ way: method })}
                  onKeyDown={onEnter(moveOn)}
                  aria-label={PAYMENT_METHOD_LABELS[method].label}
                  aria-keyshortcuts={PAYMENT_METHOD_LABELS[method].key}
                  className="sr-only"
                />
                {PAYMENT_METHOD_LABELS[method].label}
                <kbd className="max-md:hidden">{PAYMENT_METHOD_LABELS[method].key}</kbd>
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      {priceCents === null && way !== 'free' && (
        <p className="mt-3 text-sm font-semibold text-stop">
          Cijena nije upisana: kartu možete dati samo besplatno. Upisuje je administrator.
        </p>
      )}
      {way === 'cash' && priceCents !== null && (
        <div className="mt-3 flex flex-wrap items-end gap-x-6 gap-y-2">
          <Field
            label="Primljeno (ne mora se upisati)"
            value={received}
            onChange={(event) => setPayment({ received: event.target.value })}
            onKeyDown={onEnter(moveOn)}
            inputMode="decimal"
            autoComplete="off"
            placeholder="20"
            className="w-full sm:w-60"
          />
          <output aria-live="polite" className="min-h-11 py-1">
            {changeCents !== null && (
              <>
                <span className="block text-sm text-muted">
                  {changeCents < 0 ? 'Nedostaje' : 'Za vratiti'}
                </span>
                <strong className={`text-2xl tabular-nums ${changeCents < 0 ? 'text-stop' : ''}`}>
                  {formatCents(Math.abs(changeCents))}
                </strong>
              </>
            )}
          </output>
        </div>
      )}
      {way === 'free' && (
        <Field
          ref={till.reasonField}
          label="Zašto besplatno"
          value={reason}
          onChange={(event) => setPayment({ reason: event.target.value })}
          onKeyDown={onEnter(moveOn)}
          maxLength={200}
          autoComplete="off"
          placeholder="npr. volonterka na ulazu"
          className="mt-3"
        />
      )}
    </div>
  )
}

const TEXT_FIELD = 'input:not([type=radio]), textarea, select'

/**
 * Selects the payment method by its letter (G, K or B), except while the user types in a text
 * field.
 */
export function chooseByKey(
  event: KeyboardEvent,
  setPayment: Props['setPayment'],
  reasonField: RefObject<HTMLInputElement | null>,
): void {
  const { key, target, ctrlKey, metaKey, altKey, repeat } = event
  if (ctrlKey || metaKey || altKey || repeat) return
  if ((target as Element).matches(TEXT_FIELD)) return
  const way = PAYMENT_METHODS.find(
    (method) => PAYMENT_METHOD_LABELS[method].key === key.toUpperCase(),
  )
  if (!way) return
  event.preventDefault()
  setPayment({ way })
  // The field for the reason exists only after the next render.
  if (way === 'free') requestAnimationFrame(() => reasonField.current?.focus())
}

/** The payment of the ticket, with a button that prints the receipt. */
export function PaymentSummary({ receipt, onPrint }: { receipt: Receipt; onPrint: () => void }) {
  const isFree = receipt.way === 'free'
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-edge p-4 md:px-5">
      <p>
        <strong>{isFree ? 'Besplatno' : `Plaćeno ${formatCents(receipt.cents)}`}</strong>
        <span>{!isFree && ` ${PAYMENT_METHOD_LABELS[receipt.way].how}`}</span>
        <span className="block text-sm text-muted tabular-nums">Potvrda {receipt.number}</span>
      </p>
      <Button onClick={onPrint}>
        <Printer aria-hidden="true" className="size-5" />
        Ispiši potvrdu
      </Button>
    </div>
  )
}
