import { type RefObject, useEffect } from 'react'

/** Maximum time in ms between two keys of a hand scanner. A person types more slowly. */
const MAX_KEY_GAP_MS = 100
/** Minimum number of characters of a scanned text. Shorter texts are ignored. */
const MIN_CODE_LENGTH = 8

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'>

/**
 * Collects the keys of a hand scanner. A hand scanner acts as a keyboard that types faster than a
 * person, and ends each text with Enter.
 */
export class TypedCode {
  private text = ''
  private at = 0

  /** Adds a key. Returns the scanned text if the key is the Enter after it, otherwise null. */
  take({ key, timeStamp }: Key): string | null {
    if (timeStamp - this.at > MAX_KEY_GAP_MS) this.text = ''
    this.at = timeStamp
    if (key.length === 1) this.text += key
    if (key !== 'Enter') return null
    const { text } = this
    this.text = ''
    return text.length < MIN_CODE_LENGTH ? null : text
  }
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, input:not([type=radio], [type=checkbox], [type=button])'))

/**
 * Calls `onRead` with each text of a hand scanner, wherever the focus is (rule 6.29). The Enter
 * after the text presses no button. `onRead` returns whether it has used the text.
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

/** Moves the focus to a text box when the user types a character outside of a text field. */
export function useTypedAnywhere(box: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // The space key is left out, because it presses the focused button.
      if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
      if (isTextField(target) || document.querySelector('dialog[open]')) return
      box.current?.focus()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [box])
}
