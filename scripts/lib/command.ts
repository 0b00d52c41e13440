import { SettingsError } from '@/lib/config/settings'

/** Error that the operator can fix. Only its message is printed, without a stack trace. */
export class UserError extends Error {}

/**
 * UserError after which another start must wait for the operator. The service does not restart
 * after this exit code (`RestartPreventExitStatus` in deploy/brucosijada@.service).
 */
export class NoRestartError extends UserError {}

/** Exit code of a NoRestartError: EX_CONFIG of sysexits.h. */
const NO_RESTART_EXIT_CODE = 78

export const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs the main function of a command. An error is printed, and the command then ends with exit
 * code 1, or 78 after a NoRestartError.
 */
export async function runCommand(run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    const isUserError = error instanceof UserError || error instanceof SettingsError
    process.stderr.write(
      isUserError
        ? `${error.message}\n`
        : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exitCode = error instanceof NoRestartError ? NO_RESTART_EXIT_CODE : 1
  }
}
