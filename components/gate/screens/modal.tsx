import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classes } from '@/components/ui/classes'
import { useBack } from './use-back-button'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** Over the whole screen, always in the night's colours, without a frame of its own. */
  isFull?: boolean
}

/**
 * The browser's own dialog, which keeps the keyboard inside and gives it back: the gate's page
 * is small enough for a volunteer's first minute on a poor network.
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

/** The way out of a dialog, whatever it looks like. */
export const Close = ({ onClose, className, children }: CloseProps) => (
  <button type="button" aria-label="Zatvori" onClick={onClose} className={className}>
    {children}
  </button>
)
