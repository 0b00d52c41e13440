'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { FormField } from '@/components/admin/data/form-field'
import { showServerErrors, useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ignoreRepeat } from '@/components/ui/keys'
import { Notice } from '@/components/ui/notice'
import { RadioField } from '@/components/ui/radio-field'
import { api } from '@/lib/api-client/client'
import { differenceLabel, formatCents } from '@/lib/cash/rules'
import { correctionForm, countForm, type OpenShift, type Takings } from '@/lib/cash/schema'

type Shift = Pick<OpenShift, 'id'>

interface CloseProps {
  shift: Shift
  /** Name of the seller, if an admin closes the shift. */
  sellerName?: string
  /** Called after the request with the count, also if the dialog was closed meanwhile. */
  onSent?: () => void
  onClose: (isClosed: boolean) => void
}

/**
 * Dialog that closes a cash shift. The seller first enters the counted cash; only then the dialog
 * shows the expected cash.
 */
export function CloseShift({ shift, sellerName, onSent, onClose }: CloseProps) {
  const [closed, setClosed] = useState<Takings | null>(null)
  /** Croatian message about the count by which another user has closed the shift meanwhile. */
  const [earlierCount, setEarlierCount] = useState<string | null>(null)
  const isClosed = closed !== null || earlierCount !== null
  return (
    <Dialog
      open
      onClose={() => onClose(isClosed)}
      title={
        isClosed
          ? 'Smjena je zatvorena'
          : sellerName
            ? `Zatvori smjenu: ${sellerName}`
            : 'Zatvori smjenu'
      }
    >
      {closed && <Counted takings={closed} onDone={() => onClose(true)} />}
      {earlierCount && <CountedEarlier message={earlierCount} onDone={() => onClose(true)} />}
      {!isClosed && (
        <CountForm
          shift={shift}
          onSent={onSent}
          onCounted={setClosed}
          onCountedEarlier={setEarlierCount}
          onCancel={() => onClose(false)}
        />
      )}
    </Dialog>
  )
}

const countResolver = zodResolver(countForm)

interface CountFormProps {
  shift: Shift
  onSent?: () => void
  onCounted: (takings: Takings) => void
  /** Called with the message of the server if the shift is closed with another count. */
  onCountedEarlier: (message: string) => void
  onCancel: () => void
}

/** Request that sends the counted cash in cents, and so closes the cash shift. */
export const useCount = ({ shift, onSent }: Pick<CountFormProps, 'shift' | 'onSent'>) =>
  useApiMutation({
    call: (countedCents: number) =>
      api('POST', '/cash/shifts/[id]/close', {
        params: { id: shift.id },
        body: { countedCents },
      }).finally(() => onSent?.()),
    invalidates: ['takings'],
    errorMessage: null,
  })

function CountForm({ shift, onSent, onCounted, onCountedEarlier, onCancel }: CountFormProps) {
  const form = useForm({ resolver: countResolver, defaultValues: { counted: '' } })
  const { run, isPending } = useCount({ shift, onSent })
  const submit = form.handleSubmit(({ counted }) =>
    run(counted, {
      onSuccess: onCounted,
      onError: (error) => {
        if (error.code === 'shift_closed') onCountedEarlier(error.detail)
        else showServerErrors(form, error)
      },
    }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label="Prebrojavanje blagajne" className="space-y-4">
      <FormField
        form={form}
        name="counted"
        kind="decimal"
        label="Prebrojano u blagajni (€)"
        hint="Sva gotovina, zajedno s početnim pologom. Nakon toga vidite koliko je trebalo biti."
        autoComplete="off"
      />
      <DialogFormEnd form={form} isPending={isPending} onCancel={onCancel}>
        Zatvori smjenu
      </DialogFormEnd>
    </form>
  )
}

function CountedEarlier({ message, onDone }: { message: string; onDone: () => void }) {
  const doneButton = useRef<HTMLButtonElement>(null)
  // The field that had the focus was removed. The button gets the focus, so that Enter closes the
  // dialog.
  useEffect(() => doneButton.current?.focus(), [])
  return (
    <div className="space-y-4">
      <Notice tone="error" className="bg-panel-2">
        {message}
      </Notice>
      <div className="flex justify-end max-sm:*:grow">
        <Button ref={doneButton} look="primary" onClick={onDone} onKeyDown={ignoreRepeat}>
          Gotovo
        </Button>
      </div>
    </div>
  )
}

function Counted({ takings, onDone }: { takings: Takings; onDone: () => void }) {
  const difference = takings.differenceCents ?? 0
  const form = useForm({ defaultValues: { note: takings.note } })
  // The field that had the focus was removed. The note gets the focus, so that Enter submits the
  // form.
  useEffect(() => form.setFocus('note'), [form])
  const { run, isPending } = useApiMutation({
    call: (note: string) =>
      api('PUT', '/cash/shifts/[id]', {
        params: { id: takings.shiftId as number },
        body: { note },
      }),
    invalidates: ['takings'],
    successMessage: 'Napomena je spremljena.',
    errorMessage: null,
  })
  const lines: [string, string][] = [
    ['Početni polog', formatCents(takings.floatCents)],
    ['Prodano za gotovinu, manje vraćeno', formatCents(takings.cashCents)],
    ['Uplate i isplate', formatCents(takings.correctedCents)],
    ['Očekivano u blagajni', formatCents(takings.expectedCents)],
    ['Prebrojano', formatCents(takings.countedCents ?? 0)],
    ['Uz to karticom', formatCents(takings.cardCents)],
  ]
  const submit = form.handleSubmit(({ note }) =>
    note.trim() === ''
      ? onDone()
      : run(note, { onSuccess: onDone, onError: (error) => showServerErrors(form, error) }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label="Obračun smjene" className="space-y-4">
      <p
        role="status"
        className={`text-2xl font-bold tabular-nums ${difference === 0 ? 'text-go' : 'text-stop'}`}
      >
        {differenceLabel(difference)}
      </p>
      <dl className="divide-y divide-edge">
        {lines.map(([label, text]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold whitespace-nowrap tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      <FormField
        form={form}
        name="note"
        label="Napomena"
        hint={difference === 0 ? 'Ne mora se upisati.' : 'Odakle razlika, ako znate.'}
        maxLength={200}
      />
      <Notice tone="error" className="bg-panel-2">
        {form.formState.errors.root?.message}
      </Notice>
      <div className="flex justify-end max-sm:*:grow">
        <Button type="submit" look="primary" pending={isPending}>
          Gotovo
        </Button>
      </div>
    </form>
  )
}

interface DialogFormEndProps<Values extends FieldValues, Sent> {
  form: UseFormReturn<Values, unknown, Sent>
  isPending: boolean
  onCancel: () => void
  /** Label of the submit button. */
  children: string
}

/** End of a form: the error of the form as a whole, and the buttons. */
function DialogFormEnd<Values extends FieldValues, Sent>(props: DialogFormEndProps<Values, Sent>) {
  const { form, isPending, onCancel, children } = props
  return (
    <>
      <Notice tone="error" className="bg-panel-2">
        {form.formState.errors.root?.message}
      </Notice>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button onClick={onCancel}>Odustani</Button>
        <Button type="submit" look="primary" pending={isPending}>
          {children}
        </Button>
      </div>
    </>
  )
}

const correctionResolver = zodResolver(correctionForm)

/** Dialog that records cash put into the till or taken out of it without a ticket. */
export function CorrectShift({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const form = useForm({
    resolver: correctionResolver,
    defaultValues: { direction: 'in' as 'in' | 'out', amount: '', reason: '' },
  })
  const { run, isPending } = useApiMutation({
    call: (body: { cents: number; reason: string }) =>
      api('POST', '/cash/shifts/[id]/corrections', { params: { id: shift.id }, body }),
    invalidates: ['takings'],
    successMessage: 'Zabilježeno.',
    errorMessage: null,
  })
  const submit = form.handleSubmit(({ direction, amount, reason }) =>
    run(
      { cents: direction === 'in' ? amount : -amount, reason },
      {
        onSuccess: onClose,
        onError: (error) => {
          const [cents] = error.fields.cents ?? []
          if (cents) form.setError('amount', { message: cents })
          else showServerErrors(form, error)
        },
      },
    ),
  )
  return (
    <Dialog open onClose={onClose} title="Uplata ili isplata">
      <form onSubmit={submit} noValidate aria-label="Uplata ili isplata" className="space-y-4">
        <RadioField
          label="Što se događa s novcem"
          {...form.register('direction')}
          choices={[
            { value: 'in', label: 'Uplata', hint: 'Novac ulazi u blagajnu, npr. sitniš' },
            { value: 'out', label: 'Isplata', hint: 'Novac izlazi iz blagajne, npr. u sef' },
          ]}
        />
        <FormField
          form={form}
          name="amount"
          kind="decimal"
          label="Iznos (€)"
          autoComplete="off"
          className="max-w-60"
        />
        <FormField form={form} name="reason" label="Razlog" maxLength={200} />
        <DialogFormEnd form={form} isPending={isPending} onCancel={onClose}>
          Zabilježi
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
