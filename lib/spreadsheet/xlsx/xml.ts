import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { refuse } from '../messages'

/** Maximum unpacked size of one part in bytes. A sheet of 100,000 guests has about 60 million. */
const MAX_BYTES = 160 * 1024 * 1024

/** Maximum number of parts in a workbook. Real workbooks have dozens. */
const MAX_PARTS = 5000

/** Zip archive of a workbook. Rejects a part whose unpacked size exceeds the limit. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
  ) {}

  static async open(file: Uint8Array): Promise<Archive> {
    const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false })
    if (zip.entryCount > MAX_PARTS) throw refuse('too_much_inside')
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
    return new Archive(zip, entries)
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase())
  }

  /** Yields the bytes of a part, up to the size that the archive declares. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase())
    if (!entry) throw refuse('broken_file')
    if (entry.isEncrypted()) throw refuse('encrypted')
    if (entry.uncompressedSize > MAX_BYTES) throw refuse('too_much_inside')
    const stream: Readable = await this.zip.openReadStreamPromise(entry)
    for await (const piece of stream) yield piece as Buffer
  }
}

/**
 * Handlers for the elements and texts of an XML document, in their order. Names have no namespace
 * prefix.
 */
export interface XmlListener {
  open?(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

/** Maximum number of characters between two parser events, and so of one tag, text or comment. */
const MAX_LENGTH = 256 * 1024

/** Maximum nesting of elements. A sheet has about six levels. */
const MAX_DEPTH = 100

/** Reads the XML of a workbook piece by piece, in bounded memory. */
export class XmlReader {
  private readonly parser = new SaxesParser({ xmlns: false as const, position: false })
  private readonly decoder = new StringDecoder('utf8')
  private pendingLength = 0
  private depth = 0

  constructor(listener: XmlListener) {
    const { parser } = this
    let tag: SaxesTagPlain
    const attribute = (name: string) => attributeOf(tag, name)
    parser.on('error', broken)
    // A document type declaration is rejected: its entities could load other files or expand
    // hugely.
    parser.on('doctype', () => broken())
    parser.on('comment', () => this.resetLength())
    parser.on('processinginstruction', () => this.resetLength())
    const text = (content: string) => {
      this.resetLength()
      listener.text?.(content)
    }
    parser.on('text', text)
    parser.on('cdata', text)
    parser.on('opentag', (openedTag) => {
      this.resetLength()
      if (++this.depth > MAX_DEPTH) broken()
      tag = openedTag
      listener.open?.(localName(openedTag.name), attribute)
    })
    parser.on('closetag', ({ name }) => {
      this.resetLength()
      this.depth--
      listener.close?.(localName(name))
    })
  }

  push(piece: Buffer): void {
    const text = this.decoder.write(piece)
    this.pendingLength += text.length
    this.parser.write(text)
    if (this.pendingLength > MAX_LENGTH) broken()
  }

  /** Throws for an incomplete document. */
  end(): void {
    this.parser.close()
  }

  private resetLength() {
    this.pendingLength = 0
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function attributeOf({ attributes }: SaxesTagPlain, name: string): string | undefined {
  const value = attributes[name]
  if (value !== undefined) return value
  for (const known in attributes)
    if (known.endsWith(name) && known[known.length - name.length - 1] === ':')
      return attributes[known]
}

function broken(cause?: Error): never {
  throw Object.assign(refuse('broken_file'), { cause })
}

/** Reads the whole XML of a part with a listener. */
export async function readXml(pieces: AsyncIterable<Buffer>, listener: XmlListener) {
  const reader = new XmlReader(listener)
  for await (const piece of pieces) reader.push(piece)
  reader.end()
}
