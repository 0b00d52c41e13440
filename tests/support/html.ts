const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const decoded = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (c) => CHARACTERS[c] ?? c)

/** Returns the text of a page as a visitor reads it before any script runs. */
export const textOf = (html: string) =>
  decoded(
    html
      .replaceAll(/<(script|style|template)[^>]*>.*?<\/\1>/gs, '')
      .replaceAll(/<!--.*?-->/gs, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' '),
  ).trim()

/** Returns all elements with this tag name. None of them may contain another with the same name. */
export const elementsOf = (html: string, name: string) =>
  html.match(new RegExp(`<${name}(?=[ >]).*?</${name}>`, 'gs')) ?? []

/** Returns the first element with this tag name, or an empty string. */
export const partOf = (html: string, name: string) => elementsOf(html, name)[0] ?? ''

export const attributeOf = (element: string, name: string) =>
  decoded(new RegExp(`^<[^>]* ${name}="([^"]*)"`).exec(element)?.[1] ?? '')

/** Returns the URL of the first link whose text matches, or null. */
export function linkTo(html: string, text: RegExp): string | null {
  const link = elementsOf(html, 'a').find((element) => text.test(textOf(element)))
  return link === undefined ? null : attributeOf(link, 'href')
}

/** Returns the content of a meta tag of the page, by the tag's name or property. */
export const metaOf = (html: string, name: string) =>
  decoded(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '')
