'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { FormField } from '@/components/admin/data/form-field'
import { showServerErrors, useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { formatCents } from '@/lib/cash/rules'
import { type OpenShift, openForm } from '@/lib/cash/schema'
import { formatTime } from '@/lib/time/zagreb'
import { CloseShift, CorrectShift } from './shift-dialogs'
import type { Till } from './use-till'

/** The open dialog of a cash shift; null if none is open. */
export type ShiftDialog = { kind: 'close' | 'correct'; shift: OpenShift } | null

interface Props {
  till: Till
  dialog: ShiftDialog
  setDialog: (dialog: ShiftDialog) => void
  onOpened: () => void
}

/**
 * Cash shift of the seller: a form that opens a shift, or the open shift with the buttons that
 * correct and close it.
 */
export function ShiftBar({ till, dialog, setDialog, onOpened }: Props) {
  return (
    <section aria-label="Smjena" className="mb-4 rounded-lg border border-edge bg-panel p-4">
      {till.shift ? (
        <OpenShiftSummary shift={till.shift} setDialog={setDialog} />
      ) : (
        <OpenShiftForm till={till} onOpened={onOpened} />
      )}
      {/* The dialogs outlive the open shift: after the count, the desk reads that it is closed. A
          scanned card may close the dialog with the result before the seller does. */}
      {dialog?.kind === 'close' && (
        <CloseShift
          shift={dialog.shift}
          onSent={() => void till.reread()}
          onClose={(isClosed) => {
            setDialog(null)
            if (isClosed) till.closed()
          }}
        />
      )}
      {dialog?.kind === 'correct' && (
        <CorrectShift shift={dialog.shift} onClose={() => setDialog(null)} />
      )}
    </section>
  )
}

const resolver = zodResolver(openForm)

function OpenShiftForm({ till, onOpened }: { till: Till; onOpened: () => void }) {
  const form = useForm({ resolver, defaultValues: { float: '' } })
  const formElement = useRef<HTMLFormElement>(null)
  useFocusOnRequest(till.shiftRequests, formElement)
  const { run, isPending } = useApiMutation({
    call: (floatCents: number) => api('POST', '/cash/shifts', { body: { floatCents } }),
    invalidates: [],
    successMessage: 'Smjena je otvorena.',
    errorMessage: null,
  })
  const submit = form.handleSubmit(({ float }) =>
    run(float, {
      onSuccess: (shift) => {
        till.opened(shift)
        onOpened()
      },
      onError: (error) => {
        if (error.code === 'shift_open') return void till.reread()
        showServerErrors(form, error)
      },
    }),
  )
  return (
    <form ref={formElement} onSubmit={submit} noValidate aria-label="Otvaranje smjene">
      <div className="flex flex-wrap items-start gap-3">
        <FormField
          form={form}
          name="float"
          kind="decimal"
          label="Gotovina u blagajni (€)"
          hint="Prije prve prodaje za gotovinu. Nema ničega? Upišite 0."
          placeholder="50"
          autoComplete="off"
          className="min-w-0 grow basis-60"
        />
        <Button type="submit" look="primary" pending={isPending} className="sm:mt-6 max-sm:w-full">
          Otvori smjenu
        </Button>
      </div>
      <Notice tone="error" className="mt-3 bg-panel-2">
        {form.formState.errors.root?.message}
      </Notice>
    </form>
  )
}

/**
 * Focuses the first field of the form each time a sale was refused because no cash shift is open.
 */
function useFocusOnRequest(requests: number, formElement: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    if (requests > 0) formElement.current?.querySelector('input')?.focus()
  }, [requests, formElement])
}

function OpenShiftSummary({ shift, setDialog }: Pick<Props, 'setDialog'> & { shift: OpenShift }) {
  const facts = [
    `polog ${formatCents(shift.floatCents)}`,
    `prodano ${formatNumber(shift.sold)}`,
    shift.returned > 0 && `vraćeno ${formatNumber(shift.returned)}`,
  ].filter(Boolean)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <strong className="block">Smjena od {formatTime(shift.openedAt)}</strong>
        <span className="text-sm text-muted tabular-nums">{facts.join(' · ')}</span>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2">
        <Button onClick={() => setDialog({ kind: 'correct', shift })}>Uplata ili isplata</Button>
        <Button onClick={() => setDialog({ kind: 'close', shift })}>Zatvori smjenu</Button>
      </div>
    </div>
  )
}
