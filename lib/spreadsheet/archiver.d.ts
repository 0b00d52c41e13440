/** Types of the functions of archiver that this project uses. Its own types are not installed. */
declare module 'archiver' {
  import type { Readable } from 'node:stream'

  interface Archive extends Readable {
    append(source: Readable, entry: { name: string }): this
    finalize(): Promise<void>
  }
  export default function archiver(format: 'zip', options: { zlib: { level: number } }): Archive
}
