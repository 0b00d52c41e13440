import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

// Subsets the two typefaces to the letters of Croatian pages, because every first visit waits for
// them. Run: npx tsx scripts/subset-fonts.ts. The letters of western Europe are in a file of their
// own. Other letters come from the complete files, which are loaded only when needed. The game is
// served as static files and has its own copies. They contain all letters of Latin-1, because a
// nickname may use any of them and the game loads no other font file.
const PUNCTUATION = '–—‘’‚“”„•…€™−'
const PAGES = [range(0x20, 0x7e), '\u00a0§©«°·»×', PUNCTUATION].join('')
const LATIN = [range(0x20, 0x7e), range(0xa0, 0xff), PUNCTUATION].join('')
const WESTERN = [...LATIN].filter((letter) => !PAGES.includes(letter)).join('')
const CROATIAN = 'čćđšžČĆĐŠŽ'
const FACES = {
  'big-shoulders': { wght: 900, gameFile: 'display' },
  'instrument-sans': { wght: { min: 400, max: 700 }, gameFile: 'text' },
}

type Weights = number | { min: number; max: number }
const KERNING_WEIGHT = 500

mkdirSync('app/fonts', { recursive: true })
for (const [face, { wght, gameFile }] of Object.entries(FACES)) {
  const writeSubset = async (part: 'latin' | 'latin-ext', letters: string, ...to: string[]) => {
    const source = `node_modules/@fontsource-variable/${face}/files/${face}-${part}-wght-normal.woff2`
    const subsetTo = (wght: Weights) =>
      subsetFont(readFileSync(source), letters, { targetFormat: 'sfnt', variationAxes: { wght } })
    const font = await subsetTo(wght)
    const kerned =
      typeof wght === 'number' ? font : withKerningOf(await subsetTo(KERNING_WEIGHT), font)
    const bytes = await subsetFont(kerned, letters, { targetFormat: 'woff2' })
    for (const file of to) writeFileSync(file, bytes)
  }
  await writeSubset('latin', PAGES, `app/fonts/${face}-latin.woff2`)
  await writeSubset('latin', WESTERN, `app/fonts/${face}-western.woff2`)
  await writeSubset('latin', LATIN, `public/game/${gameFile}.woff2`)
  const croatian = `${face}-croatian.woff2`
  await writeSubset(
    'latin-ext',
    CROATIAN,
    `app/fonts/${croatian}`,
    `public/game/${gameFile}-croatian.woff2`,
  )
}

/**
 * Returns a variable font with the kerning of a single weight. Between weights the kerning of a
 * pair differs by a tenth of a pixel, but it takes a quarter of the file.
 */
function withKerningOf(singleWeight: Buffer, variable: Buffer): Buffer {
  const { GPOS, GDEF } = tablesOf(singleWeight)
  const tables = Object.entries({ ...tablesOf(variable), GPOS, GDEF })
    .filter(hasTable)
    .sort()
  const head = Buffer.alloc(12 + 16 * tables.length)
  variable.copy(head, 0, 0, 4)
  head.writeUInt16BE(tables.length, 4)
  const parts = [head]
  let offset = head.length
  for (const [i, [tag, { checksum, bytes }]] of tables.entries()) {
    const at = 12 + 16 * i
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

function hasTable(entry: [string, Table | undefined]): entry is [string, Table] {
  return entry[1] !== undefined
}

interface Table {
  checksum: number
  bytes: Buffer
}

/**
 * Returns the tables of an OpenType file by tag (OpenType 1.9, “Organization of an OpenType Font”).
 */
function tablesOf(font: Buffer): Partial<Record<string, Table>> {
  const count = font.readUInt16BE(4)
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const at = 12 + 16 * i
      const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)]
      const bytes = font.subarray(offset, offset + length)
      return [font.toString('latin1', at, at + 4), { checksum: font.readUInt32BE(at + 4), bytes }]
    }),
  )
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')
}
