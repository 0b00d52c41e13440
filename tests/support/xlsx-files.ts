import { crc32, deflateRawSync } from 'node:zlib'

interface Part {
  name: string
  content: string | Buffer
  /** Size that the archive declares for the file, if it should be wrong. */
  declared?: number
}

/** Builds a zip archive by hand, so that a test can declare wrong sizes. */
export function zip(parts: Part[]): Uint8Array {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declared } of parts) {
    const bytes = Buffer.from(content)
    const compressed = deflateRawSync(bytes)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(0x0800, 2)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(bytes), 10)
    header.writeUInt32LE(compressed.length, 14)
    header.writeUInt32LE(declared ?? bytes.length, 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), compressed])
    const entry = Buffer.alloc(42)
    entry.writeUInt16LE(20, 0)
    header.copy(entry, 2, 0, 24)
    entry.writeUInt32LE(offset, 38)
    directory.push(Buffer.from('PK\x01\x02'), entry, Buffer.from(name))
    bodies.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...bodies, central, Buffer.from('PK\x05\x06'), end]))
}

interface WorkbookSource {
  /** The XML inside each `sheetData`, by the name of the sheet. */
  sheets: Record<string, string>
  hidden?: string[]
  strings?: string
  styles?: string
  is1904?: boolean
  more?: Part[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

const relations = (targets: [id: string, type: string, target: string][]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${PACKAGE}">${targets
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** Returns the parts of a workbook from raw XML, also XML that no program would write. */
export function workbookParts({
  sheets,
  hidden = [],
  strings,
  styles,
  is1904,
  more = [],
}: WorkbookSource) {
  const names = Object.keys(sheets)
  return [
    { name: '_rels/.rels', content: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names
        .map(
          (name, i) =>
            `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...names.map(
          (_, i) =>
            [`rId${i + 1}`, 'worksheet', `/xl/worksheets/sheet${i + 1}.xml`] as [
              string,
              string,
              string,
            ],
        ),
        ['rId90', 'sharedStrings', 'sharedStrings.xml'],
        ['rId91', 'styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}">${strings ?? ''}</sst>` },
    { name: 'xl/styles.xml', content: `<styleSheet xmlns="${MAIN}">${styles ?? ''}</styleSheet>` },
    ...names.map((name, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content: `<worksheet xmlns="${MAIN}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
    ...more,
  ]
}

export const workbook = (source: WorkbookSource) => zip(workbookParts(source))

const xml = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** Returns the XML of rows: texts as inline strings, numbers as numbers. */
export const rowsXml = (rows: (string | number | null)[][]) =>
  rows
    .map(
      (cells, r) =>
        `<row r="${r + 1}">${cells
          .map((value, c) => {
            const at = `r="${String.fromCharCode(65 + c)}${r + 1}"`
            if (value === null) return ''
            if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`
            return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`
          })
          .join('')}</row>`,
    )
    .join('')
