import { DESK_MESSAGES, isSearchable, JMBAG_LENGTH } from './rules'

/** Longer is nobody's name. */
const LONGEST = 100

/** The text of the desk's JMBAG box, and what the desk searches for or says about it. */
type BoxText =
  | { kind: 'empty' | 'jmbag' | 'name'; text: string }
  | { kind: 'unfinished' | 'wrong'; text: string; message: string }

/**
 * Reads what stands in the desk's JMBAG box: digits of a JMBAG, of which separators are dropped,
 * or letters of a name. Nothing else is dropped, so that nothing typed vanishes without a word.
 */
export function readBox(typed: string): BoxText {
  const text = typed.slice(0, LONGEST)
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
