import { SettingsError } from '@/lib/config/settings'

/** Something a person can mend; its message is the whole of what is printed. */
export class UserError extends Error {}

export const print = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a command's main function; a problem ends it with one sentence and status 1. */
export async function runCommand(run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    const known = error instanceof UserError || error instanceof SettingsError
    process.stderr.write(
      known
        ? `${error.message}\n`
        : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exitCode = 1
  }
}
