import { copyFileSync, fchmodSync, fstatSync, ftruncateSync, openSync } from 'node:fs'

/** Bytes from which the log is put aside, and milliseconds between two looks. */
const LARGE = 10_000_000
const LOOK_MS = 600_000

/** Settings without which PostgreSQL writes rows of people beside its errors. */
export const QUIET = ['log_error_verbosity=terse', 'log_min_error_statement=panic']

/**
 * Opens the log of the embedded database, for its owner alone. What is large is put aside as
 * `….1`, in place of what was put aside before; `rest` ends the looks. A log that cannot be put
 * aside, as on a full disk, is emptied all the same.
 */
export function openLog(file: string): { fd: number; rest: () => void } {
  const fd = openSync(file, 'a', 0o600)
  fchmodSync(fd, 0o600)
  // A failure here must not end the process, which serves the festival.
  const unlessFailing = (work: () => void) => {
    try {
      work()
    } catch {}
  }
  const look = () =>
    unlessFailing(() => {
      if (fstatSync(fd).size < LARGE) return
      // PostgreSQL holds the file open and writes at its end, wherever that is.
      unlessFailing(() => copyFileSync(file, `${file}.1`))
      ftruncateSync(fd)
    })
  look()
  const timer = setInterval(look, LOOK_MS).unref()
  return { fd, rest: () => clearInterval(timer) }
}
