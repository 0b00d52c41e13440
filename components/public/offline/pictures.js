// Finds the picture files that a page shows on a given screen, from the HTML text alone: a service
// worker has no document in which a browser would choose them.

/** Font size of the root element in px. */
const REM = 16

/**
 * Returns the URLs of the pictures that a page shows on a screen of `width` × `height` CSS px, with
 * `dpr` device pixels per CSS px. Picks the size of each picture that a browser would choose.
 */
export function picturesIn(html, screen) {
  const found = new Set()
  /** Inside a `<picture>`: whether an earlier `<source>` has been chosen already. */
  let isChosen = false
  for (const [tag, name] of html.matchAll(/<(picture|source|img)\b[^>]*>/gi)) {
    if (name === 'picture') isChosen = false
    else if (!isChosen) {
      const media = attribute(tag, 'media')
      if (media && !fits(media, screen)) continue
      const srcset = attribute(tag, 'srcset')
      const address = srcset
        ? candidate(srcset, attribute(tag, 'sizes'), screen)
        : attribute(tag, 'src')
      if (address?.startsWith('/')) found.add(address)
      isChosen = name === 'source'
    } else if (name === 'img') isChosen = false
  }
  return [...found]
}

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const attribute = (tag, name) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i')
    .exec(tag)?.[1]
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity])

/**
 * Returns the smallest file of a `srcset` that is sharp on the screen, or else the largest file.
 */
function candidate(srcset, sizes, screen) {
  const wanted = widthOf(sizes ?? '100vw', screen) * screen.dpr
  const files = srcset
    .split(/,\s+/)
    .map((entry) => entry.trim().split(/\s+/))
    .map(([address, width]) => ({ address, width: Number.parseFloat(width ?? '0') }))
    .sort((a, b) => a.width - b.width)
  return (files.find(({ width }) => width >= wanted) ?? files.at(-1))?.address
}

/** Evaluates a media condition of width, height and aspect ratio. Other features count as false. */
function fits(media, screen) {
  let text = media
  // Replaces each pair of parentheses by 1 or 0, the innermost first.
  for (let before = ''; text !== before; ) {
    before = text
    text = text.replace(/\(([^()]*)\)/g, (_, inner) => (matches(inner.trim(), screen) ? '1' : '0'))
  }
  return matches(text.trim(), screen)
}

/** Evaluates one media feature, or 1 and 0 joined by `and`, `or` and `not`. */
function matches(text, { width, height }) {
  if (text.startsWith('not ')) return text !== 'not 1'
  if (/ or /.test(text)) return text.split(/\s+or\s+/).includes('1')
  if (/^[01]/.test(text)) return !text.split(/\s+and\s+/).includes('0')
  const [, end, feature, sign, value = ''] =
    /^(?:(min|max)-)?(width|height|aspect-ratio)\s*(:|>=|<=|>|<)\s*(.+)$/.exec(text) ?? []
  const [number, divisor = 1] = value.split('/').map((part) => Number.parseFloat(part))
  const wanted = value.endsWith('rem') ? number * REM : number / divisor
  const found = { width, height, 'aspect-ratio': width / height }[feature]
  if (sign === '>') return found > wanted
  if (sign === '<') return found < wanted
  return end === 'min' || sign === '>=' ? found >= wanted : found <= wanted
}

/**
 * Returns the width in CSS px that a `sizes` attribute gives for a screen, or the width of the
 * screen if the attribute cannot be parsed.
 */
export function widthOf(sizes, screen) {
  let depth = 0
  const entries = ['']
  for (const letter of sizes) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) entries.push('')
    else entries[entries.length - 1] += letter
  }
  for (const entry of entries) {
    const [, media, length] = /^\s*((?:\([^)]*\)(?:\s+and\s+)?)*)\s*(.*)$/.exec(entry) ?? []
    if (media && !fits(media.trim(), screen)) continue
    const width = lengthOf(length ?? '', screen)
    return Number.isFinite(width) ? width : screen.width
  }
  return screen.width
}

/**
 * Evaluates a CSS length such as `34rem`, `calc(100vw - 2rem)` or `min(50vw, 45rem)` to px. NaN if
 * it cannot be parsed.
 */
function lengthOf(text, { width, height }) {
  const units = { px: 1, rem: REM, em: REM, vw: width / 100, vh: height / 100, '': 1 }
  const parts = text.match(/[\d.]+[a-z]*|[a-z]+\(|[(),+*/]|-/g) ?? []
  let at = 0
  const factor = () => {
    const part = parts[at++] ?? ''
    if (!part.endsWith('(')) {
      const [, number, unit] = /^([\d.]+)([a-z]*)$/.exec(part) ?? []
      return Number(number) * (units[unit] ?? Number.NaN)
    }
    const values = [sum()]
    while (parts[at] === ',') {
      at++
      values.push(sum())
    }
    at++
    if (part === 'min(') return Math.min(...values)
    if (part === 'max(') return Math.max(...values)
    return values[0]
  }
  const product = () => {
    let value = factor()
    while (parts[at] === '*' || parts[at] === '/')
      value = parts[at++] === '*' ? value * factor() : value / factor()
    return value
  }
  const sum = () => {
    let value = product()
    while (parts[at] === '+' || parts[at] === '-')
      value = parts[at++] === '+' ? value + product() : value - product()
    return value
  }
  const value = sum()
  return at === parts.length ? value : Number.NaN
}

/**
 * Returns the URL of the original picture, which is the same for all resized files of one picture.
 */
export function sourceOf(address) {
  const { pathname, searchParams } = new URL(address, 'http://site')
  return searchParams.get('url') ?? pathname
}
