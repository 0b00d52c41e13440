import { DESK_MESSAGES, isSearchable, JMBAG_LENGTH } from './rules'

/** Maximum length of the text in the search box, in characters. No name is longer. */
const MAX_TEXT_LENGTH = 100

/**
 * Text of the desk's search box. `kind` says what the desk searches for; `message` is the reason
 * why it does not search.
 */
type BoxText =
  | { kind: 'empty' | 'jmbag' | 'name'; text: string }
  | { kind: 'unfinished' | 'wrong'; text: string; message: string }

/**
 * Reads the text of the desk's search box: the digits of a JMBAG without separators, or the letters
 * of a name. No other character is removed, so that no typed character vanishes without a message.
 */
export function readBox(typed: string): BoxText {
  const text = typed.slice(0, MAX_TEXT_LENGTH)
  const digits = text.replace(/\D/g, '')
  if (!/\p{L}/u.test(text)) {
    if (digits.length > JMBAG_LENGTH)
      return { kind: 'wrong', text: digits, message: DESK_MESSAGES.tooManyDigits(digits.length) }
    return { kind: digits === '' ? 'empty' : 'jmbag', text: digits }
  }
  if (digits !== '') return { kind: 'wrong', text, message: DESK_MESSAGES.mixed }
  if (!isSearchable(text)) return { kind: 'unfinished', text, message: DESK_MESSAGES.nameTooShort }
  return { kind: 'name', text }
}
