import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

// Cuts the two faces down to what Croatian pages are set in, since every first visit waits
// for them: npx tsx scripts/cut-fonts.ts. Other letters come from the whole files, when met.
const FOLDER = 'app/fonts'
const LATIN = [range(0x20, 0x7e), range(0xa0, 0xff), '–—‘’‚“”„•…€™−'].join('')
const CROATIAN = 'čćđšžČĆĐŠŽ'
const FACES = { 'big-shoulders': 900, 'instrument-sans': { min: 400, max: 700 } }

mkdirSync(FOLDER, { recursive: true })
for (const [face, wght] of Object.entries(FACES))
  for (const [part, name, letters] of [
    ['latin', 'latin', LATIN],
    ['latin-ext', 'croatian', CROATIAN],
  ] as const) {
    const whole = `node_modules/@fontsource-variable/${face}/files/${face}-${part}-wght-normal.woff2`
    const cut = await subsetFont(readFileSync(whole), letters, {
      targetFormat: 'woff2',
      variationAxes: { wght },
    })
    writeFileSync(`${FOLDER}/${face}-${name}.woff2`, cut)
  }

// The game is served as it is, beside the application, so it has copies of its own.
copyFileSync(`${FOLDER}/big-shoulders-latin.woff2`, 'public/game/display.woff2')
copyFileSync(`${FOLDER}/big-shoulders-croatian.woff2`, 'public/game/display-croatian.woff2')
copyFileSync(`${FOLDER}/instrument-sans-latin.woff2`, 'public/game/text.woff2')
copyFileSync(`${FOLDER}/instrument-sans-croatian.woff2`, 'public/game/text-croatian.woff2')

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')
}
