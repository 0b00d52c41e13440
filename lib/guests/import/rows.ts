import { InvalidCell } from '@/lib/spreadsheet/cells'
import type { InputRow } from '@/lib/spreadsheet/rows'
import { foldName } from '@/lib/text/fold'

const WORD = '(total|zbroj|suma|datum|potpis|stranica|str|ispis|napomena|legenda|izvor)'

/** Rows below a list that are no guests: sums, signatures, sources. */
const NOT_A_GUEST = [
  /^(sve)?ukupno\b/,
  /^(popis|lista|tablic[au]|izvjesta?j|ispis)( je)? (izradi|sastavi|pripremi|ispisa|izvez|generira)/,
  /^(izradi|sastavi|pripremi|odobri)(o|la|li)\b/,
  /^(izradeno|generirano|ispisano|izvezeno)\b/,
  /^broj (gostiju|studenata|studentica|osoba|prijavljenih|prijava|karata)\b/,
  new RegExp(`^${WORD}\\b\\.?\\s*(:|\\d)`),
]
/** The word alone may be the only name of a guest whom another cell identifies. */
const BARE_WORD = new RegExp(`^${WORD}\\.?$`)

const TELLING = ['jmbag', 'email', 'confCode']
const TELLING_BESIDE_A_WORD = ['phone', 'note', 'tag', 'bought']

/** Whether a row says who a guest is only by a text that is no name. */
function isNoGuest(fields: Record<string, unknown>, usualTag: string): boolean {
  const isFilled = (field: string) => String(fields[field] ?? '').trim() !== ''
  if (TELLING.some(isFilled)) return false
  const names = [fields.name, fields.surname].filter((part) => typeof part === 'string')
  // In one column the words may have been parted and turned round.
  const texts = [names, names.toReversed()].map((words) => foldName(words.join(' ')))
  if (texts.some((text) => NOT_A_GUEST.some((looks) => looks.test(text)))) return true
  if (!texts.some((text) => BARE_WORD.test(text))) return false
  const isOwn = (field: string) =>
    !(fields[field] instanceof InvalidCell) && !(field === 'tag' && fields.tag === usualTag)
  return !TELLING_BESIDE_A_WORD.some((field) => isFilled(field) && isOwn(field))
}

/**
 * Yields the rows of a file. Rows that are no guests are marked as left out, and so are hidden rows if
 * asked. `usualTag` is the list of rows without one.
 */
export async function* guestRows(
  sent: AsyncIterable<InputRow>,
  hidden: 'add' | 'skip',
  usualTag = '',
): AsyncGenerator<InputRow> {
  for await (const row of sent) {
    const fields = (row.fields ?? {}) as Record<string, unknown>
    if (isNoGuest(fields, usualTag))
      yield { ...row, leftOut: 'Nije uvezeno: zbroj ili potpis, a ne gost' }
    else if (row.isHidden && hidden === 'skip')
      yield { ...row, leftOut: 'Nije uvezeno: red je skriven u datoteci' }
    else yield row
  }
}
