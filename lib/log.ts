/** Tickets' codes and the keys of sponsors' lists serve whoever reads them: no log holds one. */
const KEYS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** A line for whoever runs the site; what a failed statement was given may stand in it. */
export function logFailure(line: string): void {
  process.stderr.write(`${line}\n`.replaceAll(KEYS, '[key]'))
}

/** Why a statement failed, without what it was given, which may be a whole mail. */
export const reasonOf = (error: unknown): string =>
  String(error instanceof Error && error.cause ? error.cause : error)
