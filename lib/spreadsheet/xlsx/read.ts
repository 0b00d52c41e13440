import type { SheetRow } from '../cells'
import { MOST_ROWS, refuse } from '../refusals'
import { Archive } from './archive'
import { dateStyles } from './dates'
import { type SheetContext, SheetListener } from './sheet'
import { sharedStrings } from './strings'
import { findParts } from './workbook'
import { readXml, XmlReader } from './xml'

/** The rows of an Excel workbook, as they are read; between two pieces others get their turn. */
export async function* readWorkbook(file: Uint8Array): AsyncGenerator<SheetRow> {
  const archive = await Archive.open(file)
  const parts = await findParts(archive)
  const listener = new SheetListener(await contextOf(archive, parts))
  const reader = new XmlReader(listener)
  for await (const piece of archive.read(parts.sheet)) {
    reader.push(piece)
    if (listener.count > MOST_ROWS + 1) throw refuse('too_many_rows')
    yield* listener.rows.splice(0)
  }
  reader.end()
}

async function contextOf(
  archive: Archive,
  parts: Awaited<ReturnType<typeof findParts>>,
): Promise<SheetContext> {
  const { strings, listener } = sharedStrings()
  if (parts.sharedStrings) await readXml(archive.read(parts.sharedStrings), listener)
  const { isDate, listener: styles } = dateStyles()
  if (parts.styles) await readXml(archive.read(parts.styles), styles)
  return { strings, isDate, is1904: parts.is1904 }
}
