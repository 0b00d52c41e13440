import { JMBAG_LENGTH } from '@/lib/guests/rules'
import type { DeskState } from './desk-state'

/** Nobody types faster than this between two keys; a hand scanner does. */
const FASTEST_HAND_MS = 100
/** A letter that comes sooner after another key belongs to what was being typed. */
const PICK_PAUSE_MS = 600

export const DIGIT = /^\d$/
const HAS_LETTER = /\p{L}/u
export const MODIFIERS = ['Shift', 'CapsLock', 'NumLock']

/** The letter that chooses a sign-up in the picker. */
export const letterOf = (i: number) => (i < 26 ? String.fromCharCode(65 + i) : null)

/** The choice that a key makes in the picker, where no other key was pressed for `pause` ms. */
export const pickedBy = <C>(key: string, pause: number, choices: C[]): C | undefined =>
  pause < PICK_PAUSE_MS ? undefined : choices.find((_, i) => letterOf(i) === key.toUpperCase())

interface Place {
  /** A dialog stands in front of the desk. */
  isOpen: boolean
  isInBox: boolean
}

/** Whether a digit begins another JMBAG, in place of what stands in the box. */
export function beginsAnother(
  { text, isSearched, dialog }: Pick<DeskState, 'text' | 'isSearched' | 'dialog'>,
  { isOpen, isInBox }: Place,
): boolean {
  if (HAS_LETTER.test(text)) return true
  // The picker came in front of a JMBAG that is still being typed.
  if (dialog === 'pick' && text.length < JMBAG_LENGTH) return false
  return isOpen || (isSearched && (!isInBox || text.length >= JMBAG_LENGTH))
}

interface Press {
  key: string
  /** When, in ms. */
  timeStamp: number
  target: unknown
}

interface Burst {
  target: unknown
  /** Text of the field before the first digit of the burst. */
  text: string
  digits: string
  /** When the last digit came, in ms. */
  at: number
}

const isFast = (ms: number) => ms <= FASTEST_HAND_MS

/** Follows digits at a scanner's speed. */
export class ScannerDigits {
  private burst: Burst | null = null
  /** When the last digit came of a card whose first digits were dropped, in ms. */
  private droppedAt = Number.NEGATIVE_INFINITY

  /** Takes a key, and what stands in its field; returns a whole JMBAG once its Enter comes. */
  read({ key, timeStamp, target }: Press, text: string): Burst | null {
    const before = this.burst
    const goesOn = before !== null && before.target === target && isFast(timeStamp - before.at)
    this.burst = null
    if (DIGIT.test(key)) {
      const start = goesOn ? before : { target, text, digits: '' }
      this.burst = { ...start, digits: start.digits + key, at: timeStamp }
    }
    return key === 'Enter' && goesOn && before.digits.length === JMBAG_LENGTH ? before : null
  }

  /** The whole JMBAG that the last key completed at a scanner's speed; null for none. */
  get whole(): string | null {
    return this.burst?.digits.length === JMBAG_LENGTH ? this.burst.digits : null
  }

  /** The keyboard was moved between two keys, which interrupts no scanner. */
  moveTo(target: unknown) {
    if (this.burst) this.burst.target = target
  }

  /** Drops the digits read so far, and ignores the rest of the same card. */
  drop() {
    if (this.burst) this.droppedAt = this.burst.at
    this.burst = null
  }

  /** Whether a key belongs to a card whose first digits were dropped. */
  isOfDropped({ key, timeStamp }: Press): boolean {
    const isRest = isFast(timeStamp - this.droppedAt) && (DIGIT.test(key) || key === 'Enter')
    this.droppedAt = isRest ? timeStamp : Number.NEGATIVE_INFINITY
    return isRest
  }
}
