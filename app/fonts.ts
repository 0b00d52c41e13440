import localFont from 'next/font/local'

// Each typeface has four files: Latin, the Croatian letters, other western European letters, and
// the rest of Latin. The first three are subsets made by scripts/subset-fonts.ts. Browsers load the
// last two only if a text contains such a letter. The display typeface is preloaded; the text
// typeface is not, because that would delay the first paint. Until they are loaded, the fallback
// fonts of app/tokens.css have about the same width. Next.js reads these calls at compile time
// without running them, so the ranges are written out.

const display = localFont({
  src: './fonts/big-shoulders-latin.woff2',
  variable: '--font-big-shoulders',
  weight: '900',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-007E, U+00A0, U+00A7, U+00A9, U+00AB, U+00B0, U+00B7, U+00BB, U+00D7, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+20AC, U+2122, U+2212',
    },
  ],
})
const displayCroatian = localFont({
  src: './fonts/big-shoulders-croatian.woff2',
  variable: '--font-big-shoulders-croatian',
  weight: '900',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+0106-0107, U+010C-010D, U+0110-0111, U+0160-0161, U+017D-017E',
    },
  ],
})
const displayWestern = localFont({
  src: './fonts/big-shoulders-western.woff2',
  variable: '--font-big-shoulders-western',
  weight: '900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00A6, U+00A8, U+00AA, U+00AC-00AF, U+00B1-00B6, U+00B8-00BA, U+00BC-00D6, U+00D8-00FF',
    },
  ],
})
const displayRest = localFont({
  src: '../node_modules/@fontsource-variable/big-shoulders/files/big-shoulders-latin-ext-wght-normal.woff2',
  variable: '--font-big-shoulders-rest',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-0105, U+0108-010B, U+010E-010F, U+0112-015F, U+0162-017C, U+017F-024F, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0',
    },
  ],
})
const text = localFont({
  src: './fonts/instrument-sans-latin.woff2',
  variable: '--font-instrument',
  preload: false,
  weight: '400 700',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-007E, U+00A0, U+00A7, U+00A9, U+00AB, U+00B0, U+00B7, U+00BB, U+00D7, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+20AC, U+2122, U+2212',
    },
  ],
})
const textCroatian = localFont({
  src: './fonts/instrument-sans-croatian.woff2',
  variable: '--font-instrument-croatian',
  preload: false,
  weight: '400 700',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+0106-0107, U+010C-010D, U+0110-0111, U+0160-0161, U+017D-017E',
    },
  ],
})
const textWestern = localFont({
  src: './fonts/instrument-sans-western.woff2',
  variable: '--font-instrument-western',
  weight: '400 700',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00A6, U+00A8, U+00AA, U+00AC-00AF, U+00B1-00B6, U+00B8-00BA, U+00BC-00D6, U+00D8-00FF',
    },
  ],
})
const textRest = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
  variable: '--font-instrument-rest',
  weight: '400 700',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-0105, U+0108-010B, U+010E-010F, U+0112-015F, U+0162-017C, U+017F-024F, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0',
    },
  ],
})

/** Class names that define the font variables of app/tokens.css. */
export const fontVariables = [
  display,
  displayCroatian,
  displayWestern,
  displayRest,
  text,
  textCroatian,
  textWestern,
  textRest,
]
  .map((font) => font.variable)
  .join(' ')
