import { StringDecoder } from 'node:string_decoder'
import { refuse } from '../refusals'

/** What is told of a document in its order; names come without their prefix. */
export interface XmlListener {
  open?(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y

/** Characters of one tag at most; and so of what is kept from one piece to the next. */
const LONGEST = 256 * 1024

/**
 * Reads the XML of a workbook piece by piece, in bounded memory. Knows what workbooks need
 * and no more: a document type, which could name other files or swell, is refused.
 */
export class XmlReader {
  private rest = ''
  private depth = 0
  private readonly decoder = new StringDecoder('utf8')

  constructor(private readonly listener: XmlListener) {}

  push(piece: Buffer): void {
    const text = this.rest + this.decoder.write(piece)
    this.rest = text.slice(this.scan(text))
    if (this.rest.length > LONGEST) throw refuse('broken_file')
  }

  end(): void {
    if (this.rest.trim() !== '' || this.depth !== 0) throw refuse('broken_file')
  }

  /** Tells of all that is whole in the text, and returns where the rest begins. */
  private scan(text: string): number {
    let at = 0
    while (at < text.length) {
      const tag = text.indexOf('<', at)
      if (tag !== at) {
        const end = tag === -1 ? wholeText(text, at) : tag
        if (end > at) this.listener.text?.(plain(text.slice(at, end)))
        if (tag === -1) return end
      }
      const next = this.markup(text, tag)
      if (next === -1) return tag
      at = next
    }
    return at
  }

  /** Where the markup that begins at `at` ends; -1 while it is not whole. */
  private markup(text: string, at: number): number {
    const second = text[at + 1]
    if (second === '?') return after(text, '?>', at)
    if (second === '!') return this.special(text, at)
    TAG.lastIndex = at
    const found = TAG.exec(text)
    if (!found) return -1
    const [whole, slash, name = '', attributes = '', empty] = found
    if (!slash) this.listener.open?.(name, (wanted) => attributeOf(attributes, wanted))
    if (slash || empty) this.listener.close?.(name)
    if (!empty) this.depth += slash ? -1 : 1
    return at + whole.length
  }

  private special(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return after(text, '-->', at + 4)
    if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at + 9)
      if (end !== -1) this.listener.text?.(text.slice(at + 9, end - 3))
      return end
    }
    if (text.length - at < 9) return -1
    throw refuse('broken_file')
  }
}

const after = (text: string, mark: string, from: number) => {
  const found = text.indexOf(mark, from)
  return found === -1 ? -1 : found + mark.length
}

/** The end of the text that holds no entity cut in two. */
function wholeText(text: string, from: number): number {
  const amp = text.lastIndexOf('&')
  return amp >= from && text.indexOf(';', amp) === -1 ? amp : text.length
}

const patterns = new Map<string, RegExp>()

function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const found = pattern.exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : plain(value)
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,5}));/gi, (_, hex, decimal, name) => {
        if (name) return NAMED[name] ?? fail()
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
        return code <= 0x10ffff ? String.fromCodePoint(code) : fail()
      })
    : text

function fail(): never {
  throw refuse('broken_file')
}

/** Reads a whole part by a listener. */
export async function readXml(pieces: AsyncIterable<Buffer>, listener: XmlListener) {
  const reader = new XmlReader(listener)
  for await (const piece of pieces) reader.push(piece)
  reader.end()
}
