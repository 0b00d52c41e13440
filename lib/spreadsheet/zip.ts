import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileResponse } from './workbook'

export const ZIP = 'application/zip'

type Files = Record<string, () => Promise<Readable>>

/**
 * Creates a response with several files in one zip archive. Each file is created after the previous
 * one was sent, which limits the memory. A failing file aborts the response, so that no incomplete
 * archive looks complete.
 */
export function zipResponse(name: string, files: Files): Response {
  const out = new PassThrough()
  void fill(out, files).catch((error) => out.destroy(error))
  return fileResponse(out, name, ZIP)
}

async function fill(out: PassThrough, files: Files): Promise<void> {
  const { default: archiver } = await import('archiver')
  // Workbooks are compressed already, so the fastest level is enough.
  const archive = archiver('zip', { zlib: { level: 1 } })
  // Rejects when a file fails, and when the client disconnects.
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
