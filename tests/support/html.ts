const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const decoded = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (c) => CHARACTERS[c] ?? c)

/** What a visitor reads before any script runs. */
export const wordsOf = (html: string) =>
  decoded(
    html
      .replaceAll(/<(script|style|template)[^>]*>.*?<\/\1>/gs, '')
      .replaceAll(/<!--.*?-->/gs, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' '),
  ).trim()

/** All elements of this name, none of which stands in another: each from its tag to its end. */
export const elementsOf = (html: string, name: string) =>
  html.match(new RegExp(`<${name}(?=[ >]).*?</${name}>`, 'gs')) ?? []

/** The only element of this name, or nothing. */
export const partOf = (html: string, name: string) => elementsOf(html, name)[0] ?? ''

export const attributeOf = (element: string, name: string) =>
  decoded(new RegExp(`^<[^>]* ${name}="([^"]*)"`).exec(element)?.[1] ?? '')

/** Where the first link with these words leads; null where there is none. */
export function linkTo(html: string, words: RegExp): string | null {
  const link = elementsOf(html, 'a').find((one) => words.test(wordsOf(one)))
  return link === undefined ? null : attributeOf(link, 'href')
}

/** What the page tells of itself in its head, by the name or the property. */
export const metaOf = (html: string, name: string) =>
  decoded(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '')
