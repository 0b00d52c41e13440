import { type RefObject, useEffect } from 'react'

/** The longest time between two keys of a hand scanner; a hand is slower. In ms. */
const BETWEEN_KEYS = 100
/** Shorter is no code of anything. */
const SHORTEST_CODE = 8

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'>

/** Gathers what a hand scanner types: a keyboard faster than any hand, which ends with Enter. */
export class TypedCode {
  private text = ''
  private at = 0

  /** The text that this key ends, if a scanner typed it. */
  take({ key, timeStamp }: Key): string | null {
    if (timeStamp - this.at > BETWEEN_KEYS) this.text = ''
    this.at = timeStamp
    if (key.length === 1) this.text += key
    if (key !== 'Enter') return null
    const { text } = this
    this.text = ''
    return text.length < SHORTEST_CODE ? null : text
  }
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, input:not([type=radio], [type=checkbox], [type=button])'))

/**
 * Calls with each text that a hand scanner read, wherever the focus is. The Enter that ends the
 * text presses no button. `onRead` answers whether it took the text.
 */
export function useHandScanner(onRead: (text: string) => boolean, isOn = true) {
  useEffect(() => {
    if (!isOn) return
    const typed = new TypedCode()
    const onKey = (event: KeyboardEvent) => {
      const text = typed.take(event)
      if (text === null) return
      if (onRead(text) || !isTextField(event.target)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onRead, isOn])
}

/** Moves the focus to a box before a sign is typed that no other text field would take. */
export function useTypedAnywhere(box: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // A space presses the button that has the focus.
      if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
      if (isTextField(target) || document.querySelector('dialog[open]')) return
      box.current?.focus()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [box])
}
