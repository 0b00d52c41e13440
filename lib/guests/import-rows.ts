import type { SentRow } from '@/lib/spreadsheet/rows'
import { foldName } from '@/lib/text/fold'

/** What stands below a list and is no guest: sums, signatures, where the list comes from. */
const NOT_A_GUEST = [
  /^(sve)?ukupno\b/,
  /^(popis|lista|tablic[au]|izvjesta?j|ispis)( je)? (izradi|sastavi|pripremi|ispisa|izvez|generira)/,
  /^(izradi|sastavi|pripremi|odobri)(o|la|li)\b/,
  /^(izradeno|generirano|ispisano|izvezeno)\b/,
  /^broj (gostiju|studenata|studentica|osoba|prijavljenih|prijava|karata)\b/,
  /^(total|zbroj|suma|datum|potpis|stranica|str|ispis|napomena|legenda|izvor)\b\.?\s*(:|\d|$)/,
]

const TELLING = ['jmbag', 'email', 'confCode']

/** Whether a row says who a guest is only by a text that is no name. */
function isNoGuest(fields: Record<string, unknown>): boolean {
  if (TELLING.some((field) => String(fields[field] ?? '').trim() !== '')) return false
  const names = [fields.name, fields.surname].filter((part) => typeof part === 'string')
  // In one column the words may have been parted and turned round.
  const texts = [names, names.toReversed()].map((words) => foldName(words.join(' ')))
  return texts.some((text) => NOT_A_GUEST.some((looks) => looks.test(text)))
}

/** The rows of a file, of which those that are no guests' are left out, and hidden ones if asked. */
export async function* guestRows(
  sent: AsyncIterable<SentRow>,
  hidden: 'add' | 'skip',
): AsyncGenerator<SentRow> {
  for await (const row of sent) {
    const fields = (row.fields ?? {}) as Record<string, unknown>
    if (isNoGuest(fields)) yield { ...row, leftOut: 'Nije uvezeno: zbroj ili potpis, a ne gost' }
    else if (row.isHidden && hidden === 'skip')
      yield { ...row, leftOut: 'Nije uvezeno: red je skriven u datoteci' }
    else yield row
  }
}
