import { type RefObject, useRef } from 'react'

/**
 * Returns the focus, without scrolling, to the element that had it before a dialog opened. A dialog
 * closes shortly after the press. If another element has got the focus meanwhile, it keeps it.
 *
 * @param after Element that gets the focus instead, and is scrolled into view.
 */
export function useFocusReturn(after?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null)
  return {
    /**
     * Stores the focused element. Call it when the dialog opens, before the focus moves into the
     * dialog.
     */
    storeFocus() {
      before.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (document.activeElement !== document.body) return
      if (after?.current) after.current.focus()
      else if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    },
  }
}
