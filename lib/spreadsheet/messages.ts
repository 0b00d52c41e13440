import { ServiceError } from '@/lib/http/errors'

/** Maximum size of a spreadsheet file in MB. A file with 100,000 guests has about 7 MB. */
export const MAX_MEGABYTES = 16

/** Messages about a file, which a screen and the server share. */
export const FILE_MESSAGES = {
  missing: 'Odaberite datoteku.',
  tooLarge: `Datoteka smije imati najviše ${MAX_MEGABYTES} MB.`,
}

/** Message about a row that is hidden in the file, by a filter or by the user. */
export const HIDDEN_ROW = 'Red je skriven u datoteci'

/** Message about a row that the user skipped in the preview. */
export const OMITTED_ROW = 'Preskočeno u pregledu'

/** Maximum number of rows in a file after the heading row, including empty rows. */
export const MAX_ROWS = 100_000

/** Maximum number of columns in a CSV file. */
export const MAX_COLUMNS = 1_000

const maxRows = MAX_ROWS.toLocaleString('de-DE')

const SENTENCES = {
  empty_file: 'Datoteka je prazna.',
  not_a_table: 'Datoteka nije tablica. Pošaljite .xlsx ili .csv.',
  old_excel: 'Ovo je stari oblik Excela (.xls). Otvorite datoteku i spremite je kao .xlsx.',
  binary_excel: 'Ovo je binarni oblik Excela (.xlsb). Otvorite datoteku i spremite je kao .xlsx.',
  open_document: 'Ovo je OpenDocument (.ods). Otvorite datoteku i spremite je kao .xlsx ili .csv.',
  encrypted: 'Datoteka je zaštićena lozinkom. Spremite je bez lozinke.',
  broken_file: 'Datoteka je oštećena i ne može se pročitati. Otvorite je i spremite ponovno.',
  too_much_inside: 'Datoteka se raspakirava u previše podataka. Spremite samo tablicu s popisom.',
  too_many_rows: `Tablica ima više od ${maxRows} redova, računajući i prazne. Izbrišite prazne redove ili podijelite popis.`,
  too_many_columns: `Tablica ima više od ${MAX_COLUMNS.toLocaleString('de-DE')} stupaca. Spremite samo stupce s popisom.`,
  no_sheet: 'U datoteci više nema odabranog lista. Odaberite ga ponovno.',
  no_rows: 'Tablica nema nijednog reda s podacima.',
} as const

type Reason = keyof typeof SENTENCES

/** Creates the error for a file that cannot be read as a table, with a Croatian message. */
export const refuse = (reason: Reason) => refusal(reason, SENTENCES[reason])

const refusal = (code: string, sentence: string) =>
  new ServiceError('invalid', sentence, { code, fields: { file: [sentence] } })

const list = (names: readonly string[]) => names.join(', ')

export const unknownColumns = (names: string[], known: readonly string[]) =>
  refusal(
    'unknown_columns',
    `${names.length === 1 ? 'Nepoznat stupac' : 'Nepoznati stupci'}: ${list(names)}. Prvi red mora sadržavati nazive stupaca, a oni mogu biti: ${list(known)}.`,
  )

export const repeatedColumn = (name: string) =>
  refusal('repeated_column', `Stupac ${name} naveden je dvaput.`)

export const missingColumns = (names: readonly string[]) =>
  refusal('missing_column', `U prvom redu nedostaje stupac: ${names.join(' ili ')}.`)

export const unknownCorrectedRow = (row: string) => {
  const sentence = `Reda ${row} nema u datoteci, a ispravljen je ili preskočen. Odaberite datoteku ponovno.`
  return new ServiceError('invalid', sentence, {
    code: 'unknown_row',
    fields: { corrections: [sentence] },
  })
}

export const namelessColumn = (column: string, row: number) =>
  refusal(
    'nameless_column',
    `Stupac ${column} nema naziv u prvom redu, a ima podatak u redu ${row}.`,
  )
