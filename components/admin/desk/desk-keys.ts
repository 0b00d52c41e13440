import { JMBAG_LENGTH } from '@/lib/guests/rules'
import type { DeskState } from './desk-state'

/** Maximum time in ms between two keys of a hand scanner. People type more slowly. */
const MAX_SCANNER_PAUSE_MS = 100
/**
 * Minimum time in ms after the last key before a letter selects a sign-up in the picker. An earlier
 * letter belongs to the text that is being typed.
 */
const MIN_PICK_PAUSE_MS = 600

export const DIGIT = /^\d$/
const HAS_LETTER = /\p{L}/u
export const MODIFIERS = ['Shift', 'CapsLock', 'NumLock']

/** Letter that selects the sign-up at index `i` in the picker; null after Z. */
export const letterOf = (i: number) => (i < 26 ? String.fromCharCode(65 + i) : null)

/**
 * Returns the choice in the picker that a key selects. `pause` is the time in ms since the previous
 * key; after a short pause no choice is selected.
 */
export const choiceByKey = <C>(key: string, pause: number, choices: C[]): C | undefined =>
  pause < MIN_PICK_PAUSE_MS ? undefined : choices.find((_, i) => letterOf(i) === key.toUpperCase())

interface KeyContext {
  /** Whether a dialog is open in front of the desk. */
  isOpen: boolean
  isInBox: boolean
}

/** Whether a digit starts a new JMBAG that replaces the text of the search box. */
export function startsNewJmbag(
  { text, isSearched, dialog }: Pick<DeskState, 'text' | 'isSearched' | 'dialog'>,
  { isOpen, isInBox }: KeyContext,
): boolean {
  if (HAS_LETTER.test(text)) return true
  // The picker opened while the JMBAG was still being typed.
  if (dialog === 'pick' && text.length < JMBAG_LENGTH) return false
  return isOpen || (isSearched && (!isInBox || text.length >= JMBAG_LENGTH))
}

interface Press {
  key: string
  /** Time of the key press, in ms. */
  timeStamp: number
  target: unknown
}

interface Burst {
  target: unknown
  /** Text of the field before the first digit of the scan. */
  text: string
  digits: string
  /** Time of the last digit, in ms. */
  at: number
}

const isFast = (ms: number) => ms <= MAX_SCANNER_PAUSE_MS

/** Recognizes a JMBAG typed by a hand scanner by the speed of its digits. */
export class ScannerDigits {
  private burst: Burst | null = null
  /** Time in ms of the last digit of a card whose first digits were dropped. */
  private droppedAt = Number.NEGATIVE_INFINITY

  /**
   * Processes a key; `text` is the current text of its field. Returns the scan when Enter follows a
   * whole JMBAG, otherwise null.
   */
  read({ key, timeStamp, target }: Press, text: string): Burst | null {
    const before = this.burst
    const isContinued = before !== null && before.target === target && isFast(timeStamp - before.at)
    this.burst = null
    if (DIGIT.test(key)) {
      const start = isContinued ? before : { target, text, digits: '' }
      this.burst = { ...start, digits: start.digits + key, at: timeStamp }
    }
    return key === 'Enter' && isContinued && before.digits.length === JMBAG_LENGTH ? before : null
  }

  /**
   * The JMBAG whose last digit was the latest key, typed at a scanner's speed; null if there is
   * none.
   */
  get completeJmbag(): string | null {
    return this.burst?.digits.length === JMBAG_LENGTH ? this.burst.digits : null
  }

  /** Continues a scan in another field after the focus was moved between two keys. */
  moveTo(target: unknown) {
    if (this.burst) this.burst.target = target
  }

  /** Drops the digits read so far, and ignores the rest of the same card. */
  drop() {
    if (this.burst) this.droppedAt = this.burst.at
    this.burst = null
  }

  /** Whether a key belongs to a card whose first digits were dropped. */
  isFromDroppedCard({ key, timeStamp }: Press): boolean {
    const isRemainder = isFast(timeStamp - this.droppedAt) && (DIGIT.test(key) || key === 'Enter')
    this.droppedAt = isRemainder ? timeStamp : Number.NEGATIVE_INFINITY
    return isRemainder
  }
}
