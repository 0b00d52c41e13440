import { currentRequest } from './request-context'

/** Tickets' codes and the keys of sponsors' lists serve whoever reads them: no log holds one. */
const KEYS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * A line for whoever runs the site; what a failed statement was given may stand in it. Before it
 * stands the mark of the request that it is about, which whoever made that was shown.
 */
export function logError(line: string): void {
  const request = currentRequest()
  const mark = request ? `[${request.id}] ` : ''
  process.stderr.write(`${mark}${line.replaceAll(KEYS, '[key]')}\n`)
}

/** Why a statement failed, without what it was given, which may be a whole mail. */
export const safeErrorMessage = (error: unknown): string =>
  String(error instanceof Error && error.cause ? error.cause : error)
