import { currentRequest } from './request-context'

/** UUIDs are masked in the log: ticket codes and sponsor slugs are secrets that anybody could use. */
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Writes an error line to stderr, after the id of the current request, which the error message shows
 * to the user. Call it with `safeErrorMessage` for a database error.
 */
export function logError(line: string): void {
  const request = currentRequest()
  const prefix = request ? `[${request.id}] ` : ''
  process.stderr.write(`${prefix}${line.replaceAll(UUIDS, '[key]')}\n`)
}

/**
 * Ignores errors of stdout and stderr, such as a closed pipe. Without this, a failed write is an uncaught
 * error. Next.js logs the error, the log fails too, and the process is busy for ever.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Returns the reason for which a statement failed, without its parameters, which may be a whole mail. */
export const safeErrorMessage = (error: unknown): string =>
  String(error instanceof Error && error.cause ? error.cause : error)
