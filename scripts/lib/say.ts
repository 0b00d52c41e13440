import { SettingsError } from '@/lib/config/settings'

/** Error that the operator can fix. Only its message is printed, without a stack trace. */
export class UserError extends Error {}

export const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs the main function of a command. An error is printed, and the command then ends with status
 * 1.
 */
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
