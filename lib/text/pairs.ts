export const ATTRIBUTE_LIST = /^([a-z][a-z0-9-]*=[^,]*(,\s*|$))*$/

/** Parses a list of attributes such as `event=opening, lang=hr`. Returns null for invalid syntax. */
export function parseAttributes(text: string): Record<string, string> | null {
  if (!ATTRIBUTE_LIST.test(text)) return null
  const pairs = text.split(/,\s*/).filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=').trim()]
    }),
  )
}

/** Formats attributes the way `parseAttributes` reads them. */
export const formatAttributes = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
