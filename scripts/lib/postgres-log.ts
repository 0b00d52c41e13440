import { copyFileSync, fchmodSync, fstatSync, ftruncateSync, openSync } from 'node:fs'

/** Size of the log in bytes from which it is rotated, and interval of the checks in ms. */
const MAX_LOG_BYTES = 10_000_000
const CHECK_INTERVAL_MS = 600_000

/** PostgreSQL settings that keep rows with personal data out of its error messages. */
export const LOG_PRIVACY_FLAGS = ['log_error_verbosity=terse', 'log_min_error_statement=panic']

/**
 * Opens the log of the embedded database, which only its owner may read. A large log is copied to
 * `….1`, which replaces the copy before it, and is emptied. If the copy fails, as on a full disk,
 * the log is emptied all the same. `stopChecks` ends the periodic checks.
 */
export function openLog(file: string): { fd: number; stopChecks: () => void } {
  const fd = openSync(file, 'a', 0o600)
  fchmodSync(fd, 0o600)
  // An error here must not end the process, because the process serves the festival.
  const ignoreErrors = (work: () => void) => {
    try {
      work()
    } catch {}
  }
  const rotateIfLarge = () =>
    ignoreErrors(() => {
      if (fstatSync(fd).size < MAX_LOG_BYTES) return
      // PostgreSQL keeps the file open and always appends, so the file is emptied and not renamed.
      ignoreErrors(() => copyFileSync(file, `${file}.1`))
      ftruncateSync(fd)
    })
  rotateIfLarge()
  const timer = setInterval(rotateIfLarge, CHECK_INTERVAL_MS).unref()
  return { fd, stopChecks: () => clearInterval(timer) }
}
