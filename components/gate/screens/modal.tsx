import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classes } from '@/components/ui/classes'
import { useBack } from './use-back-button'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** Whether the dialog covers the whole screen, in the dark theme and without a visible title. */
  isFull?: boolean
}

/**
 * Dialog based on the browser's `<dialog>` element, which keeps the focus inside and restores it at
 * the end. It needs no library, so that the page loads fast on a poor network.
 */
export function Modal({ title, onClose, children, footer, isFull = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useBack(onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={
        isFull
          ? 'dark fixed inset-0 m-0 size-full max-h-none max-w-none bg-ground text-text'
          : 'sheet m-0 w-full backdrop:bg-black/60 max-sm:top-auto max-sm:max-w-none'
      }
    >
      <div
        className={classes('items-start justify-between gap-4', isFull ? 'sr-only' : 'mb-4 flex')}
      >
        <h2 id={id} className="text-xl font-bold">
          {title}
        </h2>
        {!isFull && (
          <Close
            onClose={onClose}
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-md hover:bg-panel-2"
          >
            <X aria-hidden="true" />
          </Close>
        )}
      </div>
      {children}
      {footer && <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>}
    </dialog>
  )
}

interface CloseProps {
  onClose: () => void
  className: string
  children?: ReactNode
}

/** Close button of a dialog. The caller sets its look. */
export const Close = ({ onClose, className, children }: CloseProps) => (
  <button type="button" aria-label="Zatvori" onClick={onClose} className={className}>
    {children}
  </button>
)
