import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder that every user may enter: if the tests run as root, PostgreSQL runs as another
 * user.
 */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'brucosijada-'))
  chmodSync(dir, 0o755)
  return dir
}
