import { describe, expect, it } from 'vitest'
import { guessColumns, namedFields } from '@/lib/guests/import/guess'
import { kindOf } from '@/lib/guests/import/headings'
import { MappedTable, readTyped } from '@/lib/guests/import/mapped'
import { guestFileBody } from '@/lib/guests/import/mapping-schema'
import { planGuestImport } from '@/lib/guests/import/plan'
import { guestRows } from '@/lib/guests/import/rows'
import { type ColumnKind, columnsProblem, readFlag } from '@/lib/guests/import/rules'
import { type Cell, InvalidCell } from '@/lib/spreadsheet/cells'
import { correctRows } from '@/lib/spreadsheet/corrections'
import { openSpreadsheet } from '@/lib/spreadsheet/table'
import { guessNameOrder, needsNameReview, splitName, tidyName } from '@/lib/text/person-names'
import fc from '../support/property'
import { rowsXml, workbook } from '../support/xlsx-files'

const noKnownNames = {
  isFirstName: () => false,
  isList: (text: string) => /^(vip|brucoši)$/i.test(text),
}

/** Guesses the fields of a table's columns from the headings and the rows below them. */
const guessed = (headings: string[], ...rows: Cell[][]) =>
  guessColumns(
    headings.map((heading, column) => ({
      column,
      heading,
      samples: rows.flatMap((row) => (row[column] === '' ? [] : (row[column] ?? []))),
    })),
    noKnownNames,
  )
const fields = (headings: string[], ...rows: Cell[][]) =>
  guessed(headings, ...rows).map(({ field }) => field)

describe('the heading of an imported column', () => {
  it.each<[ColumnKind, string]>([
    ['name', 'Ime|IME|ime |Ime studenta|Name|First name'],
    ['surname', 'Prezime|PREZIME:|Prezime studenta|Surname'],
    [
      'nameSurname',
      'Ime i prezime|IME I PREZIME|Ime/prezime|Ime i prezime (velikim slovima)|Student',
    ],
    ['surnameName', 'Prezime i ime|PREZIME I IME|Prezime, ime|Prezime i ime studenta'],
    ['jmbag', 'JMBAG|jmbag|Matični broj|Maticni broj|JMBAG (10 znamenki)|Mat. br.'],
    ['email', 'E-mail|e-mail|Email|Mail adresa|E-mail adresa|e-pošta|Adresa e-pošte|Školski mail'],
    ['phone', 'Mobitel|Broj mobitela|Tel.|Telefon'],
    ['tag', 'Kategorija|Popis|Lista|Tag'],
    ['bought', 'Karta|Plaćeno|PLAĆENO?|Platio/la|Kupio kartu|Plaćeno (da/ne)'],
    ['entered', 'Ušao|Ušao/la|Unutra'],
    ['note', 'Napomena|Komentar'],
    ['confCode', 'Kod karte|confCode|QR kod'],
    ['boughtTicketTime', 'Vrijeme kupnje|Datum uplate'],
  ])('is recognized as %s', (kind, headings) => {
    for (const heading of headings.split('|')) expect(kindOf(heading)?.kind, heading).toBe(kind)
  })

  it.each([
    'R.br.',
    'Rb',
    'Fakultet',
    'Naziv fakulteta',
    'Ime fakulteta',
    'Ime majke',
    'Datum rođenja',
    'Smjer',
    'OIB',
    'ana@fer.hr',
    'Popis studenata prve godine koji dolaze na brucošijadu u studenom',
  ])('is not recognized as a guest field: %s', (heading) => expect(kindOf(heading)).toBeNull())
})

describe('the guessed fields of the columns', () => {
  it('follow the headings in any order, and are empty for other columns', () => {
    const guesses = guessed(
      ['R.br.', 'Prezime i ime', 'Matični broj', 'Mail adresa', 'Fakultet', 'Plaćeno', 'Ušao'],
      [1, 'Anić Ana', 36512345, 'aa@fer.hr', 'FER', 'DA', ''],
      [2, 'Ivić Ivo', '0036512346', 'ii@fer.hr', 'FER', 'ne', 'x'],
    )
    expect(guesses.map(({ field }) => field)).toEqual([
      '',
      'surnameName',
      'jmbag',
      'email',
      '',
      'bought',
      'entered',
    ])
    expect(guesses.every(({ isSure }) => isSure)).toBe(true)
  })

  const cells = (line: string) => line.split(';')
  it.each<[string, string, string[], string]>([
    [
      'a code under Karta',
      'Ime;Prezime;Karta',
      ['Ana;Anić;5b1c6a2e-1111-1aaa-8bbb-0123456789ab'],
      'name;surname;confCode',
    ],
    ['a kind of ticket under Karta', 'Ime;Prezime;Karta', ['Ana;Anić;Parter'], 'name;surname;'],
    [
      'an OIB under Matični broj',
      'Ime;Prezime;Matični broj',
      ['Ana;Anić;12345678901'],
      'name;surname;',
    ],
    ['lists that there are', 'Ime;Prezime;Kategorija', ['Ana;Anić;VIP'], 'name;surname;tag'],
    ['lists that there are not', 'Ime;Prezime;Kategorija', ['Ana;Anić;redovni'], 'name;surname;'],
    [
      'two addresses',
      'Ime;Prezime;Privatni e-mail;E-mail',
      ['Ana;Anić;a@x.hr;a@fer.hr'],
      'name;surname;;email',
    ],
    [
      'two addresses, the plainer first',
      'Ime;Prezime;E-mail;Privatni e-mail',
      ['Ana;Anić;a@fer.hr;a@x.hr'],
      'name;surname;email;',
    ],
    ['names both ways', 'Ime;Prezime;Ime i prezime', ['Ana;Anić;Ana Anić'], 'name;surname;'],
    [
      'whole names under Ime',
      'Ime;JMBAG',
      ['Ana Anić;0036512345', 'Ivo Ivić;0036512346'],
      'nameSurname;jmbag',
    ],
    [
      'no headings',
      ';;',
      ['Anić Ana;0036512345;a@fer.hr', 'Ivić Ivo;0036512346;i@fer.hr'],
      'surnameName;jmbag;email',
    ],
    ['names with digits', 'Ime;Prezime;JMBAG', ['Ana1;Gost 2;0036512345'], 'name;surname;jmbag'],
    [
      'names of somebody else beside an exact heading',
      'Prezime i ime;Ime kontakta;Prezime kontakta',
      ['Anić Ana;Eva;Ević', 'Ivić Ivo;Ema;Emić'],
      'surnameName;;',
    ],
    ['no headings, two columns', ';', ['Anić;Ana', 'Kovač;Ivo'], 'surname;name'],
  ])('are right for %s', (_, headings, rows, expected) =>
    expect(fields(cells(headings), ...rows.map(cells))).toEqual(cells(expected)),
  )

  it('follow the order of known first names, and are unsure if the heading disagrees', () => {
    const known = { ...noKnownNames, isFirstName: (word: string) => word === 'Xena' }
    const column = { column: 0, heading: 'Student', samples: ['Zub Xena', 'Val Xena'] }
    expect(guessColumns([column], known)).toEqual([{ field: 'surnameName', isSure: true }])
    const other = { ...column, heading: 'Ime i prezime' }
    expect(guessColumns([other], known)).toEqual([{ field: 'surnameName', isSure: false }])
  })

  it('prefer a visible column to a hidden one of the same heading, and are unsure of hidden ones', () => {
    const columns = ['Ime', 'E-mail', 'E-mail'].map((heading, column) => ({
      column,
      heading,
      isHidden: column < 2,
      samples: [column === 0 ? 'Ana' : 'a@b.hr'],
    }))
    expect(guessColumns(columns, noKnownNames)).toEqual([
      { field: 'name', isSure: false },
      { field: '', isSure: true },
      { field: 'email', isSure: true },
    ])
  })

  it('never conflict with each other, for any headings and values', () => {
    const heading = fc.constantFrom(
      'Ime',
      'Prezime',
      'Ime i prezime',
      'Prezime i ime',
      'JMBAG',
      'E-mail',
      'mail',
      'Karta',
      'Plaćeno',
      'x',
      '',
    )
    const sample = fc.constantFrom(
      'Ana',
      'Ana Anić',
      'Anić Ana',
      '0036512345',
      'a@b.hr',
      'da',
      'x',
      '',
    )
    const table = fc.array(fc.tuple(heading, fc.array(sample, { maxLength: 4 })), { maxLength: 9 })
    fc.assert(
      fc.property(table, (columns) => {
        const guesses = guessColumns(
          columns.map(([heading, samples], column) => ({ column, heading, samples })),
          noKnownNames,
        )
        const mapped = guesses.map(({ field }, column) => ({ column, field }))
        const problem = columnsProblem(mapped)
        expect(problem?.columns ?? []).toEqual([])
      }),
    )
  })
})

it('finds the headings below a title', () => {
  const row = (...cells: Cell[]) => new Map(cells.map((cell, i) => [i, cell] as const))
  expect(namedFields(row('Popis brucoša FER-a 2026./2027.')).fields).toBe(0)
  expect(namedFields(row('Kontakt: ana@fer.hr', 'Mail')).fields).toBe(1)
  expect(namedFields(row('R.br.', 'PREZIME I IME', 'JMBAG')).fields).toBe(2)
  expect(namedFields(row('Ana', 'Anić', '0036512345')).fields).toBe(0)
})

describe('a name in one column', () => {
  it.each<[string, 'nameSurname' | 'surnameName', string, string]>([
    ['Ana Anić', 'nameSurname', 'Ana', 'Anić'],
    ['Anić Ana', 'surnameName', 'Ana', 'Anić'],
    ['Anić, Ana', 'nameSurname', 'Ana', 'Anić'],
    ['ANIĆ Ana', 'nameSurname', 'Ana', 'ANIĆ'],
    ['Ana Marija ANIĆ KOVAČ', 'surnameName', 'Ana Marija', 'ANIĆ KOVAČ'],
    ['Ana Marija Horvat', 'nameSurname', 'Ana Marija', 'Horvat'],
    ['Ana Horvat Kovač', 'nameSurname', 'Ana', 'Horvat Kovač'],
    ['Horvat Kovač Ana', 'surnameName', 'Ana', 'Horvat Kovač'],
    ['Horvat Ana Marija', 'surnameName', 'Ana Marija', 'Horvat'],
    ['Ana-Marija  Horvat', 'nameSurname', 'Ana-Marija', 'Horvat'],
    ['Ana', 'nameSurname', 'Ana', ''],
    ['Horvat', 'surnameName', '', 'Horvat'],
    [' ', 'nameSurname', '', ''],
    ['Marko Đ. Perić', 'nameSurname', 'Marko Đ.', 'Perić'],
    ['Perić Marko Đ.', 'surnameName', 'Marko Đ.', 'Perić'],
    ['Perić Xyz Đ.', 'surnameName', 'Xyz Đ.', 'Perić'],
    ['MARKO Đ. PERIĆ', 'nameSurname', 'MARKO Đ.', 'PERIĆ'],
    ['Marko A.M. PERIĆ', 'nameSurname', 'Marko A.M.', 'PERIĆ'],
    ['M. Perić', 'nameSurname', 'M.', 'Perić'],
  ])('%s (%s) is split into name and surname', (text, order, name, surname) =>
    expect(splitName(text, order)).toEqual({ name, surname }),
  )

  it.each([
    ['dr. sc. Ana Anić', 'Ana Anić', 'dr. sc.', ''],
    ['Ivan Horvat, mag. ing. el.', 'Ivan Horvat', 'mag. ing. el.', ''],
    ['Horvat, Ivan, dipl.ing.', 'Horvat, Ivan', 'dipl.ing.', ''],
    ['Ivan Horvat, PhD', 'Ivan Horvat', 'PhD', ''],
    ['Ana Anić mag. oec.', 'Ana Anić', 'mag. oec.', ''],
    ['Iva Ivić (vegan)', 'Iva Ivić', '', 'vegan'],
    ['Iva (rođ. Kos) Ivić [+1]', 'Iva Ivić', '', 'rođ. Kos; +1'],
    ['Perić, M.', 'Perić, M.', '', ''],
    ['Marko Đ. Perić', 'Marko Đ. Perić', '', ''],
    ['(nepoznato)', '(nepoznato)', '', ''],
    ['Doc. Horvat', 'Horvat', 'Doc.', ''],
    ['Magda Ing', 'Magda Ing', '', ''],
    ['Smith, Art', 'Smith, Art', '', ''],
    ['Perić, El', 'Perić, El', '', ''],
    ['Novak, Med, dr. sc.', 'Novak, Med', 'dr. sc.', ''],
    ['dr. Horvat, Mag', 'Horvat, Mag', 'dr.', ''],
    ['Horvat, mag.', 'Horvat', 'mag.', ''],
    ['Horvat, mag ing', 'Horvat', 'mag ing', ''],
  ])('%s is separated from titles and remarks', (cell, text, titles, remark) =>
    expect(tidyName(cell)).toEqual({ text, titles, remark }),
  )

  it('has a title, not a first name, after the comma in a surname column', () => {
    expect(tidyName('Horvat, mag', false)).toMatchObject({ text: 'Horvat', titles: 'mag' })
  })

  it('needs a review if its order is unclear or it contains two people', () => {
    for (const text of ['Ana Marija Horvat', 'Ivo Ivić, Pero Perić', 'Anić, Ana, Eva'])
      expect(needsNameReview(text), text).toBe(true)
    for (const text of ['Marko Đ. Perić', 'Ana Anić', 'Anić, Ana Marija', 'Ana Marija ANIĆ'])
      expect(needsNameReview(text), text).toBe(false)
  })

  it('loses no word when it is split', () => {
    const names = fc.array(fc.constantFrom('Ana', 'Marija', 'Horvat', 'KOVAČ', 'de', 'Lücke'))
    fc.assert(
      fc.property(names, fc.constantFrom('nameSurname', 'surnameName'), (nameParts, order) => {
        const { name, surname } = splitName(nameParts.join('  '), order as 'nameSurname')
        const found = `${name} ${surname}`.split(' ').filter(Boolean)
        expect(found.toSorted()).toEqual(nameParts.toSorted())
        if (nameParts.length > 1) expect([name, surname]).not.toContain('')
      }),
    )
  })

  it('has its order guessed from all names of the column', () => {
    const no = () => false
    expect(guessNameOrder(['Ana Zub', 'Ivo Val'], no)).toBe(1)
    expect(guessNameOrder(['Zub Ana', 'Anić Xyz', 'Val, Y'], no)).toBe(-1)
    expect(guessNameOrder(['Xyz Zub', 'Ana'], no)).toBe(0)
  })
})

it.each([
  [true, 'da|DA|Da.|x|X|✓|✔️|1|true|plaćeno|Platila|kupljeno|Ušla|+'],
  [false, 'ne|NE|0|false|-|–|nije|Nije platio|nema'],
  [null, 'možda|VIP|2|12.10.2025.'],
])('a cell that is read as the flag %s', (isOn, texts) => {
  for (const text of texts.split('|')) expect(readFlag(text), text).toBe(isOn)
})

it.each<[ColumnKind[], string | null]>([
  [['name', 'surname'], null],
  [['jmbag'], null],
  [['surnameName', 'email'], null],
  [['email', 'email', 'name'], 'Dva stupca ne mogu oba biti „E-mail”. Jedan preskočite.'],
  [['name', 'nameSurname'], 'Ime i prezime stoje ili u jednom stupcu ili svako u svom.'],
  [['nameSurname', 'surnameName'], 'Ime i prezime stoje ili u jednom stupcu ili svako u svom.'],
  [['email', 'tag'], 'Odaberite u kojem je stupcu ime i prezime ili JMBAG'],
  [[], 'Odaberite u kojem je stupcu ime i prezime ili JMBAG'],
])('validates a mapping to the fields %j', (kinds, sentence) => {
  const problem = columnsProblem(kinds.map((field, column) => ({ column, field })))
  if (sentence === null) expect(problem).toBeNull()
  else expect(problem?.sentence).toContain(sentence)
})

describe('a row that looks like a total', () => {
  const isLeftOut = async (fields: object, tag?: string) => {
    async function* sent() {
      yield { row: 2, fields }
    }
    for await (const row of guestRows(sent(), 'add', tag)) return row.leftOut !== undefined
  }

  it.each([
    { name: 'Suma' },
    { name: 'Zbroj:', note: 'bez VIP-a' },
    { name: 'Ukupno', bought: 0 },
    { name: 'Suma', phone: ' ', bought: new InvalidCell('Nije da ili ne') },
  ])('is left out: %j', async (fields) => expect(await isLeftOut(fields)).toBe(true))

  it.each([
    { name: 'Suma', phone: '091 234 5678' },
    { name: 'Zbroj', note: 'vegan' },
    { name: 'Izvor', tag: 'VIP' },
    { name: 'Suma', bought: 0 },
    { name: 'Ana', surname: 'Suma' },
    { name: 'Suma', surname: 'Izvor' },
    { surname: 'Suma', jmbag: '0036512345' },
  ])('is imported if another cell shows that it is a guest: %j', async (fields) =>
    expect(await isLeftOut(fields)).toBe(false),
  )

  it('is left out if its only other value is the default list of the import', async () => {
    expect(await isLeftOut({ name: 'Suma', tag: 'VIP' }, 'VIP')).toBe(true)
  })
})

describe('a file that is read by its column mapping', () => {
  const file = workbook({
    sheets: {
      Upute: rowsXml([['Pročitajte prije slanja']]),
      'FER 1': rowsXml([
        ['Popis brucoša'],
        [],
        ['Rb', 'Prezime i ime', 'JMBAG', 'Plaćeno', 'Vrijeme kupnje'],
        [1, 'Anić Ana', 36512345, 'da', '3.10.2025. 20:15'],
        [2, null, null, null, null],
        [3, 'Horvat Kovač Iva', '0036 512 346', 'možda', null],
      ]),
      'FER 2': rowsXml([
        ['Rb', 'Prezime i ime', 'JMBAG', 'Plaćeno', 'Vrijeme kupnje'],
        [1, 'Anić Ana', 36512345, 'x', '3.10.2025. 20:15'],
        [2, 'Anić Mara', 36512345, null, null],
      ]),
    },
  })
  const columns = [
    { column: 1, field: 'surnameName' as const },
    { column: 2, field: 'jmbag' as const },
    { column: 3, field: 'bought' as const },
    { column: 4, field: 'boughtTicketTime' as const },
  ]
  const read = async (sheets: { sheet: number; headingRow: number }[], tag = '') => {
    const table = new MappedTable(await openSpreadsheet(file), { sheets, columns, tag })
    return planGuestImport(table.rows(), table)
  }

  it('has validation errors with the row numbers and headings of the file', async () => {
    const plan = await read([{ sheet: 1, headingRow: 3 }], 'VIP')
    expect(plan.add).toMatchObject([
      { row: 4, name: 'Ana', surname: 'Anić', jmbag: '0036512345', tag: 'VIP', bought: true },
    ])
    expect(plan.add[0]?.boughtTicketTime).toBe('2025-10-03T18:15:00.000Z')
    expect(plan.faulty).toEqual([
      {
        row: 6,
        text: 'Iva Horvat Kovač · 0036512346',
        reasons: ['Plaćeno: Vrijednost mora biti da ili ne (može i x, 1, 0)'],
        errors: { bought: 'Vrijednost mora biti da ili ne (može i x, 1, 0)' },
        fields: expect.objectContaining({ name: 'Iva', surname: 'Horvat Kovač' }),
      },
    ])
  })

  it('has row and sheet in its messages about repeated rows', async () => {
    const plan = await read([
      { sheet: 1, headingRow: 3 },
      { sheet: 2, headingRow: 1 },
    ])
    expect(plan.add).toHaveLength(1)
    expect(plan.skipped[0]?.reasons).toEqual(['Isti red je već na popisu (red 4 na 2. listu)'])
    expect(plan.faulty.at(-1)?.reasons).toEqual([
      '0036512345 je već u redu 4 na 2. listu, s drugim podacima',
    ])
  })

  // Rules 11.12 and 11.17.
  it('has a row with an unclosed quote on the list of the mapping once it is corrected', async () => {
    const text = 'Prezime i ime;JMBAG\nAnić Ana;\n"Ivić Ivo;\nMarić Mara;'
    const table = new MappedTable(await openSpreadsheet(Buffer.from(text)), {
      sheets: [{ sheet: 0, headingRow: 1 }],
      columns: columns.slice(0, 2).map(({ field }, column) => ({ column, field })),
      tag: 'VIP',
    })
    const correction = { row: 3, fields: { name: 'Ivo', surname: 'Ivić' } }
    const rows = correctRows(table.rows(), [correction], readTyped)
    const { add, faulty } = await planGuestImport(guestRows(rows, 'add', 'VIP'), table)
    expect(faulty).toEqual([])
    expect(add.map(({ name, tag }) => [name, tag])).toEqual([
      ['Ana', 'VIP'],
      ['Ivo', 'VIP'],
      ['Mara', 'VIP'],
    ])
  })

  it('is refused if the sheet does not exist or has no rows below the headings', async () => {
    await expect(read([{ sheet: 9, headingRow: 1 }])).rejects.toThrow('nema odabranog lista')
    await expect(read([{ sheet: 0, headingRow: 1 }])).rejects.toThrow('nijednog reda s podacima')
  })
})

it.each([
  ['{', 'Raspored stupaca nije ispravan JSON.'],
  ['{"sheets":[],"columns":[{"column":0,"field":"name"}]}', 'Odaberite list'],
  [
    '{"sheets":[{"sheet":0,"headingRow":1},{"sheet":0,"headingRow":2}],"columns":[{"column":0,"field":"name"}]}',
    'Isti list je naveden dvaput',
  ],
  ['{"sheets":[{"sheet":0,"headingRow":1}],"columns":[]}', 'Odaberite u kojem je stupcu'],
])('an invalid mapping is refused: %s', (mapping, sentence) => {
  const read = guestFileBody.safeParse({ file: new File(['a'], 'a'), mapping })
  expect(read.error?.issues[0]?.message).toContain(sentence)
})
