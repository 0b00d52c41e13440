export const ATTRIBUTE_LIST = /^([a-z][a-z0-9-]*=[^,]*(,\s*|$))*$/

/** `event=opening, lang=hr` as names and values; null for what is not written so. */
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

/** Names and values as they are typed. */
export const formatAttributes = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
