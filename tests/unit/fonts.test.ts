import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Next.js reads the fonts from the text of app/fonts.ts at build time, so this test reads the text
// too.
const faces = [
  ...readFileSync('app/fonts.ts', 'utf8').matchAll(
    /const (display|text)\w* = localFont\(\{\s*src: '([^']+)'.*?value:\s*'([^']+)'/gs,
  ),
].map(([, face = '', file = '', ranges = '']) => ({
  face,
  file,
  ranges: ranges
    .split(', ')
    .map((range) => range.replace('U+', '').split('-'))
    .map(([from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const),
}))

it('each Latin letter is in one file per font, and Croatian text is in the latin and croatian files', () => {
  for (const face of ['display', 'text']) {
    const files = faces.filter((font) => font.face === face)
    expect(files).toHaveLength(4)
    const fileOf = (letter: number) =>
      files
        .filter(({ ranges }) => ranges.some(([from, to]) => letter >= from && letter <= to))
        .map(({ file }) => file)
    for (let letter = 0x20; letter <= 0x24f; letter++)
      if (letter < 0x7f || letter > 0x9f)
        expect(fileOf(letter), String.fromCodePoint(letter)).toHaveLength(1)
    for (const letter of 'Brucošijada – čćđž ČĆĐŠŽ · 12,50 € „vrata” © 2026 …')
      expect(fileOf(letter.codePointAt(0) ?? 0)[0]).toMatch(/-(?:latin|croatian)\.woff2$/)
    for (const letter of 'éüßøñ')
      expect(fileOf(letter.codePointAt(0) ?? 0)[0]).toMatch(/-western\.woff2$/)
  }
  for (const { file } of faces) expect(existsSync(`app/${file}`), file).toBe(true)
})
