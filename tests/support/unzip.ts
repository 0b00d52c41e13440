import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** Returns the files of a zip archive by their names. */
export function unzip(archive: Buffer): Promise<Record<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const files: Record<string, Buffer> = {}
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure)
          files[entry.fileName] = await buffer(stream)
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })
}
