import { InvalidCell } from '@/lib/spreadsheet/cells'
import type { InputRow } from '@/lib/spreadsheet/rows'
import { foldName } from '@/lib/text/fold'

const FOOTER_WORD = '(total|zbroj|suma|datum|potpis|stranica|str|ispis|napomena|legenda|izvor)'

/** Texts of rows below a list that are no guests: totals, signatures and sources. */
const NOT_A_GUEST = [
  /^(sve)?ukupno\b/,
  /^(popis|lista|tablic[au]|izvjesta?j|ispis)( je)? (izradi|sastavi|pripremi|ispisa|izvez|generira)/,
  /^(izradi|sastavi|pripremi|odobri)(o|la|li)\b/,
  /^(izradeno|generirano|ispisano|izvezeno)\b/,
  /^broj (gostiju|studenata|studentica|osoba|prijavljenih|prijava|karata)\b/,
  new RegExp(`^${FOOTER_WORD}\\b\\.?\\s*(:|\\d)`),
]
/**
 * A row with one of these words alone. Such a word may still be the name of a guest whom another
 * cell identifies.
 */
const BARE_FOOTER_WORD = new RegExp(`^${FOOTER_WORD}\\.?$`)

const IDENTIFYING_FIELDS = ['jmbag', 'email', 'confCode']
const OTHER_GUEST_FIELDS = ['phone', 'note', 'tag', 'bought']

/** Whether a row is no guest: it is identified only by a text such as a total or a signature. */
function isNoGuest(fields: Record<string, unknown>, usualTag: string): boolean {
  const isFilled = (field: string) => String(fields[field] ?? '').trim() !== ''
  if (IDENTIFYING_FIELDS.some(isFilled)) return false
  const names = [fields.name, fields.surname].filter((part) => typeof part === 'string')
  // A whole name in one column may have been split and its two parts swapped.
  const texts = [names, names.toReversed()].map((parts) => foldName(parts.join(' ')))
  if (texts.some((text) => NOT_A_GUEST.some((pattern) => pattern.test(text)))) return true
  if (!texts.some((text) => BARE_FOOTER_WORD.test(text))) return false
  const isOwn = (field: string) =>
    !(fields[field] instanceof InvalidCell) && !(field === 'tag' && fields.tag === usualTag)
  return !OTHER_GUEST_FIELDS.some((field) => isFilled(field) && isOwn(field))
}

/**
 * Yields the rows of a file. Rows that are no guests are marked as left out. So are hidden rows, if
 * `hidden` says so. `usualTag` is the tag of rows that name no list.
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
