import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileResponse } from './workbook'

export const ZIP = 'application/zip'

type Files = Record<string, () => Promise<Readable>>

/**
 * Several files as one archive, each made when the one before has been sent: no more of any is in
 * memory than is on its way. One that fails ends the answer, so that no half archive looks whole.
 */
export function zipResponse(name: string, files: Files): Response {
  const out = new PassThrough()
  void fill(out, files).catch((error) => out.destroy(error))
  return fileResponse(out, name, ZIP)
}

async function fill(out: PassThrough, files: Files): Promise<void> {
  const { default: archiver } = await import('archiver')
  // Workbooks are packed already.
  const archive = archiver('zip', { zlib: { level: 1 } })
  // Rejects for a file that fails, and when the reader goes away.
  const sent = pipeline(archive, out)
  sent.catch(() => {})
  for (const [name, make] of Object.entries(files)) {
    const file = await make()
    archive.append(file, { name })
    await Promise.race([once(archive, 'entry'), sent]).catch((error) => {
      file.destroy()
      throw error
    })
  }
  void archive.finalize()
  await sent
}
