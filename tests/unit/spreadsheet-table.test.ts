import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planGuestImport } from '@/lib/guests/import/plan'
import { GUEST_IMPORT_FIELDS } from '@/lib/guests/import/schema'
import { openSpreadsheet, readTable } from '@/lib/spreadsheet/table'
import { rowsXml, workbook } from '../support/xlsx-files'

const shape = { fields: GUEST_IMPORT_FIELDS, required: [['name', 'surname', 'jmbag']] }
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const sheet = (rows: (string | number | null)[][]) =>
  workbook({ sheets: { People: rowsXml(rows) } })

async function read(file: Uint8Array) {
  const rows: unknown[] = []
  for await (const { row, fields } of readTable(file, shape)) rows.push([row, fields])
  return rows
}

const refusalOf = (file: Uint8Array) =>
  read(file).then(
    () => 'read',
    (error) => error.detail,
  )

describe('a CSV file', () => {
  const rows = [
    [2, { name: 'Željka', surname: 'Šćurić-Đaković', jmbag: '0036512345', bought: 1 }],
    [4, { name: 'A "B", C;', surname: 'x\ny', jmbag: 36512346 }],
  ]
  const lines = (separator: string) =>
    [
      ['name', 'surname', 'jmbag', 'bought'],
      ['Željka', 'Šćurić-Đaković', '0036512345', '1'],
      ['', ' ', '', ''],
      ['"A ""B"", C;"', '"x\ny"', '36512346', ''],
    ]
      .map((cells) => cells.join(separator))
      .join('\r\n')

  /** Bytes of the letters of this test in Windows-1250. */
  const CP1250: Record<string, number> = { Ž: 0x8e, Š: 0x8a, ć: 0xe6, Đ: 0xd0 }
  const windows1250 = (text: string) =>
    new Uint8Array([...text].map((c) => CP1250[c] ?? c.charCodeAt(0)))

  it.each<[string, Uint8Array]>([
    ['commas', bytes(lines(','))],
    ['semicolons and a byte order mark', bytes(`\uFEFF${lines(';')}\r\n\r\n`)],
    ['tabs in UTF-16, as Excel calls Unicode', Buffer.from(`\uFEFF${lines('\t')}`, 'utf16le')],
    ['an instruction of Excel', bytes(`sep=;\r\n${lines(';')}`)],
    ['Windows-1250', windows1250(lines(';'))],
    ['tabs and a byte order mark', bytes(`\uFEFF${lines('\t')}`)],
  ])('is read with %s', async (_, file) => expect(await read(file)).toEqual(rows))

  it.each([
    ['Popis brucoša, FER', ';'],
    ['Popis brucoša', '\t'],
    ['', ','],
  ])('is read with the right separator below the title %j', async (title, separator) => {
    const { rows } = await openSpreadsheet(bytes(`${title}\r\n${lines(separator)}`))
    const found = []
    for await (const { cells } of rows(0)) found.push([...cells.values()])
    expect(found[1]).toEqual(['name', 'surname', 'jmbag', 'bought'])
  })

  it('is read completely if a chunk ends in the middle of a letter', async () => {
    const names = Array.from({ length: 30_000 }, (_, i) => `${'š'.repeat(i % 7)}č${i}x`)
    const found = await read(bytes(`name\n${names.join('\n')}`))
    expect(found).toEqual(names.map((name, i) => [i + 2, { name }]))
  })
})

// Rule 11.10: letters of a file are read correctly, or the row is faulty.
describe('letters of a CSV file', () => {
  const CROATIAN = 'Žaklina Šćurić-Đaković, Čedo Perić'
  const table = (names: string) => `name;surname\n${names}\n`
  /** Encodes a text in a single-byte encoding. */
  function encoded(text: string, encoding: string): Uint8Array {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i)
    // Without `stream` Node 20 reads windows-1252 as ISO-8859-1, which has no š.
    const letters = new TextDecoder(encoding).decode(all, { stream: true })
    return Uint8Array.from([...text].map((letter) => letters.indexOf(letter)))
  }
  const planned = async (file: Uint8Array) => {
    const { add, faulty } = await planGuestImport(readTable(file, shape))
    return { names: add.map(({ name }) => name), faulty: faulty.map(({ row }) => row) }
  }

  it.each([
    ['windows-1250', encoded(table(`${CROATIAN};a`), 'windows-1250')],
    ['ISO-8859-2', encoded(table(`${CROATIAN};a`), 'iso-8859-2')],
    ['UTF-16 without a mark', Buffer.from(table(`${CROATIAN};a`), 'utf16le')],
    [
      'UTF-16, the high byte first',
      Buffer.from(`\ufeff${table(`${CROATIAN};a`)}`, 'utf16le').swap16(),
    ],
  ])('are read correctly in %s', async (_, file) =>
    expect(await planned(new Uint8Array(file))).toEqual({ names: [CROATIAN], faulty: [] }),
  )

  it('of other Central European names are read correctly among Croatian names', async () => {
    const names = ['Dvořák', 'Wąsik', 'Perić', 'Šimić', 'Müller', 'Kovács']
    const file = encoded(table(names.map((name) => `${name};a`).join('\n')), 'windows-1250')
    expect(await planned(file)).toEqual({ names, faulty: [] })
  })

  it('make the row faulty if the code page may be a Western one', async () => {
    const file = encoded(table('Sørlie;a\nMüller;b\nOle;c'), 'windows-1252')
    expect(await planned(file)).toEqual({ names: ['Müller', 'Ole'], faulty: [2] })
  })

  it('make the row faulty if a Western letter has the same byte as a Croatian letter', async () => {
    const names = ['Hélène', 'Noè', 'Kjær', 'Ægir', 'Šime', 'Müller']
    const file = encoded(table(names.map((name) => `${name};a`).join('\n')), 'windows-1252')
    expect(await planned(file)).toEqual({ names: ['Šime', 'Müller'], faulty: [2, 3, 4, 5] })
  })

  it.each(['Perić;b', 'Kos;Plaćeno', 'PERIĆ;b'])(
    'are read as Croatian if the file has a Croatian word: %s',
    async (row) => {
      const file = encoded(table(`Čedo;Đurđa\n${row}`), 'windows-1250')
      expect(await planned(file)).toMatchObject({ names: ['Čedo', row.split(';')[0]], faulty: [] })
    },
  )

  it('are read as Croatian if š and ž of ISO-8859-2 are no letters in a Western code page', async () => {
    const file = encoded(table('Božo;Brucoši\nČedo;b'), 'iso-8859-2')
    expect(await planned(file)).toEqual({ names: ['Božo', 'Čedo'], faulty: [] })
  })

  it('make the row faulty if the row has a byte that is not UTF-8', async () => {
    const [before, after] = [bytes(table('Željka;a')), encoded('Šimić;b\nĐuro;c\n', 'windows-1250')]
    const file = Buffer.concat([before, after.subarray(0, 1), bytes('imić;b\nĐuro;c\n')])
    expect(await planned(file)).toEqual({ names: ['Željka', 'Đuro'], faulty: [3] })
  })

  it('make the row faulty if no code page fits, or if another program has garbled the row', async () => {
    const cyrillic = encoded(table('Вукашин;a\nIvo;b'), 'windows-1251')
    expect(await planned(cyrillic)).toEqual({ names: ['Ivo'], faulty: [2] })
    expect(await planned(bytes(table('Å imiÄ‡;a\nIvo;b')))).toEqual({ names: ['Ivo'], faulty: [2] })
  })

  it('are read without invisible characters', async () => {
    const { add } = await planGuestImport(
      readTable(readFileSync('tests/cases/07-invisible.csv'), shape),
    )
    const { guests } = JSON.parse(readFileSync('tests/cases/07-invisible.expected.json', 'utf8'))
    expect(add.map((guest) => [guest.jmbag, guest.name, guest.surname, guest.email])).toEqual(
      guests,
    )
  })
})

describe('rows of a CSV file', () => {
  const cellsIn = async (text: string) => {
    const rows: unknown[] = []
    for await (const { row, cells } of (await openSpreadsheet(bytes(text))).rows(0))
      rows.push([row, ...cells.values()])
    return rows
  }

  it('end at any kind of line end, also at several kinds in one file', async () => {
    expect(await cellsIn('a;b\r\nc;d\ne;f\rg;h')).toEqual([
      [1, 'a', 'b'],
      [2, 'c', 'd'],
      [3, 'e', 'f'],
      [4, 'g', 'h'],
    ])
  })

  it.each([
    ['never', 'name;surname\n"Ana;Anić\nIvo;Ivić\nEva;Ević'],
    ['rows later', 'name;surname\n"Ana;Anić\nIvo;Ivić\nEva;"Ević"'],
    ['in the middle of a word', 'name;surname\n"Ana;Anić\nIvo "Ićo";Ivić\nEva;Ević'],
  ])('are not lost after an opening quote that closes %s', async (_, text) => {
    const { add, faulty } = await planGuestImport(readTable(bytes(text), shape))
    expect(faulty).toMatchObject([
      { row: 2, text: expect.any(String), reasons: [expect.stringContaining('Navodnik')] },
    ])
    expect(add.map(({ row }) => row)).toEqual([3, 4])
  })

  it.each([
    ['in the next row', '"Ana;Anić\nIvo";Ivić\nEva;Ević', [2, 3], [4]],
    ['rows later', 'Eva;"Ana\nIvo;Ivić\n\nIda";Idić\nEma;Emić', [2, 3, 4, 5], [6]],
    ['in rows with spaces', 'Eva; "Ana\nIvo; Ivić\nIda"; Idić\nEma; Emić', [2, 3, 4], [5]],
    ['before other words', '"Ana\nIvo" Ivić;"x\ny"\nEva;Ević', [2, 3], [4]],
  ])('are faulty up to the closing quote if a quote closes %s', async (_, rows, faulty, added) => {
    const plan = await planGuestImport(readTable(bytes(`name;surname\n${rows}`), shape))
    expect(plan.faulty.map(({ row }) => row)).toEqual(faulty)
    for (const { reasons } of plan.faulty)
      expect(reasons).toEqual([expect.stringContaining('Navodnik')])
    expect(plan.add.map(({ row }) => row)).toEqual(added)
  })

  it.each([
    ['an address', ['Ana', 'Ana Anić', 'Unska 3, stan 4\n10000 Zagreb', 'ana@x.hr']],
    ['a note of two columns', ['Ana', 'dolazi, kasno\nstol 5, prozor']],
    ['the last cell', ['Ana', 'Anić', 'dolazi,\nkasno, sam\n\nstol 5']],
    ['the first cell', ['Ana\nMarija', 'Anić', 'a@x.hr']],
    ['a table of one column', ['Ana\nAnić, Eva']],
  ])('keep line breaks within %s', async (_, cells) => {
    const line = (texts: string[]) => texts.map((text) => `"${text}"`).join(',')
    const plain = cells.map((_, i) => `c${i}`)
    const text = [plain, cells, plain, cells, cells, cells].map(line).join('\n')
    expect(await cellsIn(text)).toEqual([
      [1, ...plain],
      [2, ...cells],
      [3, ...plain],
      ...[4, 5, 6].map((row) => [row, ...cells]),
    ])
  })

  it('keep line breaks in a cell and quotes in a word, but no spaces around quotes', async () => {
    expect(await cellsIn('"Ime i\nprezime";b\n"x\ny"; "z" \nIvo "Ićo" Ivić;""\n"A" B;c')).toEqual([
      [1, 'Ime i\nprezime', 'b'],
      [2, 'x\ny', 'z'],
      [3, 'Ivo "Ićo" Ivić'],
      [4, '"A" B', 'c'],
    ])
  })
})

it('columns may have any order and case, with headings in the first non-empty row', async () => {
  const file = sheet([[], ['TAG ', 'Name', ' confcode'], [], ['VIP', '=1+1', null], [null, ' ']])
  expect(await read(file)).toEqual([[4, { tag: 'VIP', name: '=1+1' }]])
})

const COLUMNS = GUEST_IMPORT_FIELDS.join(', ')

it.each<[Uint8Array, string]>([
  [
    bytes('ime;jmbag\na;1'),
    `Nepoznat stupac: ime. Prvi red mora sadržavati nazive stupaca, a oni mogu biti: ${COLUMNS}.`,
  ],
  [
    bytes('Ana,Anić\na,b'),
    `Nepoznati stupci: Ana, Anić. Prvi red mora sadržavati nazive stupaca, a oni mogu biti: ${COLUMNS}.`,
  ],
  [bytes('name,Name\na,b'), 'Stupac name naveden je dvaput.'],
  [bytes('email,tag\na,b'), 'U prvom redu nedostaje stupac: name ili surname ili jmbag.'],
  [bytes('name,,tag\na,,\nb,x,'), 'Stupac B nema naziv u prvom redu, a ima podatak u redu 3.'],
  [bytes('name,tag\n'), 'Tablica nema nijednog reda s podacima.'],
  [bytes('\n\n'), 'Tablica nema nijednog reda s podacima.'],
  [
    bytes(`name\n${'\n'.repeat(100_001)}`),
    'Tablica ima više od 100.000 redova, računajući i prazne. Izbrišite prazne redove ili podijelite popis.',
  ],
  ...[',', '"",', 'a,'].map((cell): [Uint8Array, string] => [
    bytes(`name,tag\n${cell.repeat(5_000_000)}`),
    'Tablica ima više od 1.000 stupaca. Spremite samo stupce s popisom.',
  ]),
  [bytes('name\u0000'), 'Datoteka nije tablica. Pošaljite .xlsx ili .csv.'],
])('the error message states why the file is refused', async (file, sentence) => {
  expect(await refusalOf(file)).toBe(sentence)
})

it('the import plan lists the row of a formula, and of a JMBAG with restored leading zeros', async () => {
  const file = workbook({
    sheets: {
      People: `${rowsXml([
        ['name', 'jmbag'],
        ['Ana', 36512345],
      ])}
        <row r="3"><c r="A3"><f>A2</f><v>Ana</v></c></row>`,
    },
  })
  const plan = await planGuestImport(readTable(file, shape))
  expect(plan).toMatchObject({
    add: [{ row: 2, name: 'Ana', jmbag: '0036512345' }],
    noted: [
      { row: 2, text: 'Ana · 0036512345', reasons: ['JMBAG je nadopunjen nulama: 0036512345'] },
    ],
    faulty: [{ row: 3, reasons: [expect.stringMatching(/^name: Sadrži formulu/)] }],
  })
})

it('an import of 10,000 rows lets other requests run after fewer than 200 rows each time', async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => [
    'Šimun',
    `Prezime ${i}`,
    `00365${String(i).padStart(5, '0')}`,
    `s${i}@fer.hr`,
    'Brucoši',
    '1',
    '0',
  ])
  const file = sheet([['name', 'surname', 'jmbag', 'email', 'tag', 'bought', 'entered'], ...rows])
  let [rowsSinceTurn, maxRows, isOver] = [0, 0, false]
  const nextTurn = () => {
    rowsSinceTurn = 0
    if (!isOver) setImmediate(nextTurn)
  }
  nextTurn()
  async function* counted() {
    for await (const row of readTable(file, shape)) {
      maxRows = Math.max(maxRows, ++rowsSinceTurn)
      yield row
    }
  }
  const plan = await planGuestImport(counted())
  isOver = true
  expect(plan.add).toHaveLength(10_000)
  // Other requests wait for the work between two turns of the event loop, so rows per turn are
  // limited.
  expect(maxRows).toBeLessThan(200)
})
