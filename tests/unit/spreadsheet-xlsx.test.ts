import { expect, it } from 'vitest'
import { ServiceError } from '@/lib/http/errors'
import { FORMULA } from '@/lib/spreadsheet/cells'
import { readSheet } from '@/lib/spreadsheet/table'
import { rowsXml, workbook, workbookParts, zip } from '../support/xlsx-files'

async function read(file: Uint8Array) {
  const rows: Record<number, unknown[]> = {}
  for await (const { row, cells } of readSheet(file)) rows[row] = [...cells.values()]
  return rows
}

const code = (file: Uint8Array) =>
  read(file).then(
    () => 'read',
    (error) => (error instanceof ServiceError ? `${error.status} ${error.code}` : String(error)),
  )

const sheet = (xml: string, more = {}) => workbook({ sheets: { People: xml }, ...more })

it('reads every kind of cell that programs write', async () => {
  const file = sheet(
    `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c>
       <c r="C2" t="inlineStr"><is><r><t>Đu</t></r><r><t>rić</t></r></is></c>
       <c r="D2" t="str"><v>a &amp; b &lt;&#x10D;&#353;&gt;</v></c>
       <c r="E2"><v>3.6512345E7</v></c><c r="F2" t="b"><v>1</v></c>
       <c r="G2" s="1"><v>45933.84375</v></c><c r="H2" s="2"><v>45933</v></c>
       <c r="I2" s="3"><v>12.5</v></c><c r="J2" t="d"><v>2025-10-03T20:15:00</v></c>
       <c r="K2" s="1"/><c r="L2"></c></row>
     <row><c><v>1</v></c><c t="inlineStr"><is><t>_x0041_<!-- x --><![CDATA[<&]]></t></is></c></row>
     <row r="1048576" ht="15"/>`,
    {
      strings: `<si><t xml:space="preserve"> Šime </t></si>
        <si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></si>`,
      styles: `<numFmts count="2"><numFmt numFmtId="164" formatCode="d\\.m\\.yyyy"/>
          <numFmt numFmtId="165" formatCode='[Red]0.0"days"'/></numFmts>
        <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
        <cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`,
    },
  )
  expect(await read(file)).toEqual({
    2: [
      ' Šime ',
      '東京',
      'Đurić',
      'a & b <čš>',
      36512345,
      true,
      new Date('2025-10-03T20:15:00Z'),
      new Date('2025-10-03T00:00:00Z'),
      12.5,
      new Date('2025-10-03T20:15:00Z'),
    ],
    3: [1, 'A<&'],
    1048576: [],
  })
})

it('neither evaluates a formula nor uses its stored result', async () => {
  const file = sheet(
    `<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>HYPERLINK("http://x")</f><v>x</v></c>
      <c r="C1" t="e"><v>#N/A</v></c></row>`,
  )
  const [first, second, third] = (await read(file))[1] as unknown[]
  expect([first, second]).toEqual([FORMULA, FORMULA])
  expect(third).toMatchObject({ sentence: 'Sadrži pogrešku iz tablice' })
})

it('reads XML elements with a namespace prefix, and dates counted from 1904', async () => {
  const file = zip(
    workbookParts({
      sheets: { People: '<row r="1"><c r="A1" s="1"><v>1</v></c></row>' },
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
      is1904: true,
    }).map(({ name, content }) => ({
      name,
      content: name.endsWith('.rels')
        ? content
        : String(content)
            .replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:')
            .replace('xmlns=', 'xmlns:x='),
    })),
  )
  expect(await read(file)).toEqual({ 1: [new Date('1904-01-02T00:00:00Z')] })
})

it('reads the sheet called People, or else the first visible sheet', async () => {
  const cell = (text: string) => rowsXml([[text]])
  const first = { Prvi: cell('a'), Drugi: cell('b') }
  expect(await read(workbook({ sheets: { ...first, People: cell('c') } }))).toEqual({ 1: ['c'] })
  expect(await read(workbook({ sheets: first }))).toEqual({ 1: ['a'] })
  expect(await read(workbook({ sheets: first, hidden: ['Prvi'] }))).toEqual({ 1: ['b'] })
})

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.from('JFIF\0')])
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const many = (n: number) =>
  Array.from({ length: n }, (_, i) => `<row r="${i + 1}" spans="1:7"></row>`).join('')
const withPart = (name: string, part: object) =>
  zip(
    workbookParts({ sheets: { People: rowsXml([['name']]) } }).map((existing) =>
      existing.name === name ? { ...existing, ...part } : existing,
    ),
  )

it.each<[string, () => Uint8Array, string]>([
  ['an empty file', () => new Uint8Array(), '400 empty_file'],
  ['a renamed JPEG', () => JPEG, '400 not_a_table'],
  ['an old .xls', () => Buffer.concat([OLE, Buffer.alloc(2000)]), '400 old_excel'],
  [
    'a workbook with a password',
    () => Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]),
    '400 encrypted',
  ],
  [
    'an OpenDocument',
    () => zip([{ name: 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet', content: '' }]),
    '400 open_document',
  ],
  ['another archive', () => zip([{ name: 'a.txt', content: 'a' }]), '400 not_a_table'],
  ['half a workbook', () => sheet(rowsXml([['name']])).slice(0, 400), '400 broken_file'],
  ['too many empty rows', () => sheet(many(100_010)), '400 too_many_rows'],
  [
    'a bomb that says so',
    () => withPart('xl/worksheets/sheet1.xml', { declared: 0xfffffff0 }),
    '400 too_much_inside',
  ],
  [
    'a bomb that lies',
    () => withPart('xl/worksheets/sheet1.xml', { content: Buffer.alloc(30e6, 32), declared: 900 }),
    '400 broken_file',
  ],
  [
    'one that swells by its strings',
    () => sheet('', { strings: `<si><t>${'a'.repeat(32_000)}</t></si>`.repeat(1_510) }),
    '400 too_much_inside',
  ],
  [
    'a document type',
    () =>
      withPart('xl/worksheets/sheet1.xml', {
        content: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet/>',
      }),
    '400 broken_file',
  ],
  [
    'a cell without end',
    () => sheet(`<row r="1"><c r="A1"><v>${'1'.repeat(1e6)}`),
    '400 broken_file',
  ],
  ['a comment without end', () => sheet(`<!-- ${'1'.repeat(1e6)}`), '400 broken_file'],
  [
    'elements that stand too deep',
    () => sheet(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}<row r="1"></row>`),
    '400 broken_file',
  ],
  [
    'an entity of its own',
    () => sheet('<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>'),
    '400 broken_file',
  ],
  ['elements that cross', () => sheet('<row r="1"><c r="A1"></row></c>'), '400 broken_file'],
  ['a tag without end', () => sheet(`<row r="1" x="${'1'.repeat(1e6)}`), '400 broken_file'],
  [
    'a string that is not there',
    () => sheet('<row r="1"><c r="A1" t="s"><v>7</v></c></row>'),
    '400 broken_file',
  ],
  ['rows that go back', () => sheet('<row r="2"></row><row r="1"></row>'), '400 broken_file'],
  [
    'XML that does not end',
    () => withPart('xl/worksheets/sheet1.xml', { content: '<worksheet><sheetData>' }),
    '400 broken_file',
  ],
])('refuses %s', async (_, file, expected) => expect(await code(file())).toBe(expected))

it('refuses a workbook with 1,600,000 shared strings', { tags: ['full'] }, async () => {
  const file = sheet('', { strings: '<si><t>a</t></si>'.repeat(1_600_000) })
  expect(await code(file)).toBe('400 too_much_inside')
})
