import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own that every user may enter: under root the database is another user. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'brucosijada-'))
  chmodSync(dir, 0o755)
  return dir
}
