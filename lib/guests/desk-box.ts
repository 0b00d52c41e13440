import { DESK_MESSAGES, isSearchable, JMBAG_LENGTH } from './rules'

/** No name is longer. */
const LONGEST = 100

/** The text of the JMBAG box, with what the desk searches for or says about it. */
type BoxText =
  | { kind: 'empty' | 'jmbag' | 'name'; text: string }
  | { kind: 'unfinished' | 'wrong'; text: string; message: string }

/**
 * Reads the text of the JMBAG box: digits of a JMBAG, without separators, or letters of a name. Nothing
 * else is removed, so that no typed character vanishes without a message.
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
