'use client'

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { classes } from './classes'
import { useFocusReturn } from './use-focus-return'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  /** Element that gets the focus when the dialog opens. Default is the first focusable element. */
  focusFirst?: RefObject<HTMLElement | null>
  /**
   * Element that gets the focus when the dialog closes. Default is the element that had it before.
   */
  focusAfter?: RefObject<HTMLElement | null>
}

/** A modal dialog: a sheet at the bottom on a phone, a centred panel on a desktop. */
export function Dialog(props: Props) {
  const { open, onClose, title, children, footer, focusFirst, focusAfter } = props
  const { storeFocus, onCloseAutoFocus } = useFocusReturn(focusAfter)

  function onOpenAutoFocus(event: Event) {
    storeFocus()
    if (!focusFirst?.current) return
    event.preventDefault()
    focusFirst.current.focus()
  }

  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      onOpenAutoFocus={onOpenAutoFocus}
      onCloseAutoFocus={onCloseAutoFocus}
      className="sheet"
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <Radix.Title className="min-w-0 text-xl font-bold wrap-anywhere">{title}</Radix.Title>
        <CloseCross className="-m-2" />
      </div>
      {children}
      {footer && <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>}
    </DialogFrame>
  )
}

interface FrameProps extends ComponentProps<typeof Radix.Content> {
  open?: boolean
  onClose: () => void
}

/**
 * Frame of a modal dialog, with an overlay that darkens the page. Its content must contain a
 * `DialogTitle`.
 */
export function DialogFrame({ open = true, onClose, ...content }: FrameProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Radix.Content aria-describedby={undefined} {...content} />
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DialogTitle = Radix.Title

/** Button that closes a dialog, large enough for a thumb. */
export const CloseCross = ({
  label = 'Zatvori',
  className,
}: {
  label?: string
  className?: string
}) => (
  <Radix.Close
    aria-label={label}
    className={classes(
      'grid size-11 shrink-0 place-items-center rounded-md hover:bg-panel-2',
      className,
    )}
  >
    <X aria-hidden="true" />
  </Radix.Close>
)
