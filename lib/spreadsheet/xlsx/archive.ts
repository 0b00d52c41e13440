import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { refuse } from '../refusals'

/** Bytes of one part unpacked: a sheet of a hundred thousand guests has some sixty million. */
const MOST_BYTES = 160 * 1024 * 1024

/** Parts of a workbook; those of people have dozens. */
const MOST_PARTS = 5000

/** The parts of a workbook, none of which unpacks into more than it may. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
  ) {}

  static async open(file: Uint8Array): Promise<Archive> {
    const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false })
    if (zip.entryCount > MOST_PARTS) throw refuse('too_much_inside')
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
    return new Archive(zip, entries)
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase())
  }

  /** The bytes of a part, in pieces. The size that the archive declares is held to. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase())
    if (!entry) throw refuse('broken_file')
    if (entry.isEncrypted()) throw refuse('encrypted')
    if (entry.uncompressedSize > MOST_BYTES) throw refuse('too_much_inside')
    const stream: Readable = await this.zip.openReadStreamPromise(entry)
    for await (const piece of stream) yield piece as Buffer
  }
}
