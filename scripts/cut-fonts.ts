import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

// Cuts the two faces down to what Croatian pages are set in, since every first visit waits
// for them: npx tsx scripts/cut-fonts.ts. The letters of
// western Europe are a file of their own, and others come from the whole files, when met.
// The game is served as it is, beside the application, so it has copies of its own; there a
// nickname may have any letter of Latin, and no other file has it.
const PUNCTUATION = '–—‘’‚“”„•…€™−'
const PAGES = [range(0x20, 0x7e), '\u00a0§©«°·»×', PUNCTUATION].join('')
const LATIN = [range(0x20, 0x7e), range(0xa0, 0xff), PUNCTUATION].join('')
const WESTERN = [...LATIN].filter((letter) => !PAGES.includes(letter)).join('')
const CROATIAN = 'čćđšžČĆĐŠŽ'
const FACES = {
  'big-shoulders': { wght: 900, inGame: 'display' },
  'instrument-sans': { wght: { min: 400, max: 700 }, inGame: 'text' },
}

mkdirSync('app/fonts', { recursive: true })
for (const [face, { wght, inGame }] of Object.entries(FACES)) {
  const cut = async (part: 'latin' | 'latin-ext', letters: string, ...to: string[]) => {
    const whole = `node_modules/@fontsource-variable/${face}/files/${face}-${part}-wght-normal.woff2`
    const bytes = await subsetFont(readFileSync(whole), letters, {
      targetFormat: 'woff2',
      variationAxes: { wght },
    })
    for (const file of to) writeFileSync(file, bytes)
  }
  await cut('latin', PAGES, `app/fonts/${face}-latin.woff2`)
  await cut('latin', WESTERN, `app/fonts/${face}-western.woff2`)
  await cut('latin', LATIN, `public/game/${inGame}.woff2`)
  const croatian = `${face}-croatian.woff2`
  await cut('latin-ext', CROATIAN, `app/fonts/${croatian}`, `public/game/${inGame}-croatian.woff2`)
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')
}
