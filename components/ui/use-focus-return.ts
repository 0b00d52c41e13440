import { type RefObject, useRef } from 'react'

/**
 * Gives the keyboard back to what had it before a dialog opened, where the page stands by then:
 * it closes a moment after the press, and whoever scrolls or types on at once is not taken back.
 *
 * @param after What has it instead, and is brought into view.
 */
export function useFocusReturn(after?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null)
  return {
    /** As the dialog opens, before anything in it has the keyboard. */
    keep() {
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
