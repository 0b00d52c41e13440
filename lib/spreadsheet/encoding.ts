import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'

const PIECE = 64 * 1024

/** Replacement character for a letter that cannot be decoded with certainty. */
const UNREADABLE = '\ufffd'

/**
 * Traces of double encoding: UTF-8 that was read as an old code page and saved again, `Å¡` for š.
 */
const TWICE_ENCODED = /[ÂÃÄÅĹ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Œ‘’“”•–—˜™›œŸ€ˇ˘ŤťľĽ]/u

/** Whether a text contains no undecodable letter and no trace of double encoding. */
export const isReadable = (text: string) => !text.includes(UNREADABLE) && !TWICE_ENCODED.test(text)

/**
 * Decodes the text of a file. An ambiguous letter is never guessed, but becomes U+FFFD. Yields to the event
 * loop between two pieces.
 */
export async function decodeText(file: Uint8Array): Promise<string> {
  const wide = wideEncodingOf(file)
  if (wide) return decode(file.subarray(0, file.length - (file.length % 2)), wide)
  const hasByteOrderMark = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf
  const text = await decode(file, 'utf-8')
  if (hasByteOrderMark || isUtf8(file)) return text
  // Some invalid bytes do not rule out UTF-8: text in an old code page is hardly ever valid UTF-8
  // by chance.
  const foreign = count(text, /\ufffd/g)
  const proper = count(text, /[^\0-\x7f\ufffd]/g)
  return proper > 0 && foreign <= proper ? text : decodeOld(file)
}

/**
 * Detects UTF-16 by its byte order mark, or by zeros in every second byte. Null for other
 * encodings.
 */
function wideEncodingOf(file: Uint8Array): string | null {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  const head = file.subarray(0, 1000)
  const zeros = [0, 0]
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 4 && even === 0) return 'utf-16le'
  return even > head.length / 4 && odd === 0 ? 'utf-16be' : null
}

async function decode(file: Uint8Array, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding)
  let text = ''
  for (let at = 0; at < file.length; at += PIECE) {
    text += decoder.decode(file.subarray(at, at + PIECE), { stream: true })
    await nextTurn()
  }
  return text + decoder.decode()
}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

const CROATIAN = /[čćžšđ]/i
/**
 * Signs of a wrong code page: a symbol next to a letter, a control character next to a letter, or ą
 * before a vowel, which no language has.
 */
const MISFIT =
  /\p{L}[\u0080-\u009f¤¦§¨©¬®¯°±µ¶·¸×÷˘˙˛˝ˇ†‡‰€™ˆ˜]|[\u0080-\u009f¤¦§¨©¬®¯±µ¶·¸×÷˘˙˛˝ˇ†‡‰€™ˆ˜]\p{L}|ą[aeiou]/iu
/**
 * Four non-ASCII letters in a row: no Central European name has them, but misread Cyrillic does.
 */
const FOREIGN_RUN = /[^\P{L}\0-\x7f]{4}/u
/**
 * The ending of most Croatian surnames, and words of headings. No western code page can encode
 * them.
 */
const LIKELY = /ić(?!\p{L})|plaćen|matičn/iu
/** Characters that the western code page (Windows-1252) shows for š and ž of ISO-8859-2. */
const UNWESTERN = /[©®¹¾]\p{Ll}/u

const fits = (text: string) => !MISFIT.test(text) && !FOREIGN_RUN.test(text)

/**
 * Decodes a file in an old code page: Windows-1250, as old Croatian Excel writes, or ISO-8859-2 if
 * Windows-1250 gives implausible letters. A letter that another possible code page reads
 * differently becomes U+FFFD. In a text with Croatian words, Croatian letters are certain.
 */
async function decodeOld(file: Uint8Array): Promise<string> {
  const [windows, iso] = [await decode(file, 'windows-1250'), await decode(file, 'iso-8859-2')]
  const text = fits(windows) ? windows : iso
  if (!fits(text)) return text.replace(/[^\0-\x7f]/g, UNREADABLE)
  const western = await decode(file, 'windows-1252')
  const isCroatian = LIKELY.test(text) || UNWESTERN.test(western)
  const others = [...(text === windows && fits(iso) ? [iso] : []), ...(isCroatian ? [] : [western])]
  const isCertain = (letter: string, at: number) =>
    (isCroatian && CROATIAN.test(letter)) || others.every((other) => other[at] === letter)
  return text.replace(/[^\0-\x7f]/g, (letter, at: number) =>
    isCertain(letter, at) ? letter : UNREADABLE,
  )
}
