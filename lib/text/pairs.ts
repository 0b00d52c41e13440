export const PAIRS = /^([a-z][a-z0-9-]*=[^,]*(,\s*|$))*$/

/** `event=opening, lang=hr` as names and values; null for what is not written so. */
export function readPairs(text: string): Record<string, string> | null {
  if (!PAIRS.test(text)) return null
  const pairs = text.split(/,\s*/).filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=').trim()]
    }),
  )
}

/** Names and values as they are typed. */
export const writePairs = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
