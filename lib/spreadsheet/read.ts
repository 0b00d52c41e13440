import type { SheetRow } from './cells'
import { readCsv } from './csv'
import { refuse } from './refusals'
import { readWorkbook } from './xlsx/read'

const startsWith = (file: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, i) => file[i] === byte)

/**
 * The rows of a spreadsheet file, by what is in it and not by its name. Throws a refusal in
 * words for whoever chose it; nothing that a file holds is evaluated, fetched or unpacked
 * beyond the limits.
 */
export async function* readSheet(file: Uint8Array): AsyncGenerator<SheetRow> {
  if (file.length === 0) throw refuse('empty_file')
  if (startsWith(file, 0xd0, 0xcf, 0x11, 0xe0)) throw refuse(oldOrEncrypted(file))
  if (!startsWith(file, 0x50, 0x4b)) return yield* readCsv(file)
  refuseOpenDocument(file)
  try {
    yield* readWorkbook(file)
  } catch (error) {
    throw isBrokenArchive(error) ? Object.assign(refuse('broken_file'), { cause: error }) : error
  }
}

/** A workbook with a password is wrapped in the container of the old format. */
const oldOrEncrypted = (file: Uint8Array) =>
  Buffer.from(file.subarray(0, 1024 * 1024)).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? 'encrypted'
    : 'old_excel'

function refuseOpenDocument(file: Uint8Array) {
  const start = Buffer.from(file.subarray(0, 120)).toString('latin1')
  if (start.includes('application/vnd.oasis.opendocument')) throw refuse('open_document')
}

/** What yauzl and zlib throw is a plain Error without a place in our own code. */
const isBrokenArchive = (error: unknown) =>
  error instanceof Error &&
  (error.constructor === Error || String((error as { code?: unknown }).code).startsWith('Z_'))
