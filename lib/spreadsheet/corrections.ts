import type { Correction } from './corrections-schema'
import { unknownCorrectedRow } from './messages'
import { formatRowNumber } from './places'
import type { InputRow } from './rows'

type Fields = Record<string, unknown>

/**
 * Yields the rows of a file as the user corrected them in the preview (rule 11.17). `read` converts
 * typed values to those of cells. Throws invalid for a correction of a row that the file does not
 * have, because the user corrected another file.
 */
export async function* correctRows(
  sent: AsyncIterable<InputRow>,
  corrections: Correction[] = [],
  read: (typed: Record<string, string>) => Fields = (typed) => typed,
): AsyncGenerator<InputRow> {
  const byRow = new Map(corrections.map((correction) => [correction.row, correction]))
  for await (const row of sent) {
    const correction = byRow.get(row.row)
    byRow.delete(row.row)
    if (!correction) yield row
    else if (correction.fields)
      yield { ...row, fields: { ...(row.fields as Fields), ...read(correction.fields) } }
    else yield { ...row, isOmitted: true }
  }
  const [unknown] = byRow.keys()
  if (unknown !== undefined) throw unknownCorrectedRow(formatRowNumber(unknown))
}
