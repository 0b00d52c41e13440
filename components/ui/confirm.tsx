'use client'

import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'
import { useFocusReturn } from './use-focus-return'

interface Props {
  open: boolean
  question: ReactNode
  children?: ReactNode
  /** Label of the button that confirms. */
  yes: string
  danger?: boolean
  /** Whether the button that confirms is shown. If false, the dialog can only be closed. */
  canConfirm?: boolean
  pending?: boolean
  /** Message why the action failed. */
  refusal?: ReactNode
  onYes: () => void
  onNo: () => void
}

/**
 * Confirmation dialog before an action that cannot easily be undone. The focus starts on the cancel
 * button.
 */
export function Confirm(props: Props) {
  const { open, question, children, yes, danger, canConfirm = true } = props
  const { pending, refusal = null, onYes, onNo } = props
  const { storeFocus, onCloseAutoFocus } = useFocusReturn()
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !pending && onNo()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <AlertDialog.Content
          aria-describedby={undefined}
          className="sheet"
          onOpenAutoFocus={storeFocus}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <AlertDialog.Title className="text-xl font-bold">{question}</AlertDialog.Title>
          {children && <div className="mt-3">{children}</div>}
          <Notice tone="error" className="mt-3 bg-panel-2">
            {refusal}
          </Notice>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{canConfirm ? 'Odustani' : 'Zatvori'}</Button>
            </AlertDialog.Cancel>
            {canConfirm && (
              <Button look={danger ? 'danger' : 'primary'} pending={pending} onClick={onYes}>
                {yes}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
