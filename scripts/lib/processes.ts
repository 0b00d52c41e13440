import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { codeOf } from './error-code'

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const ps = (pid: number, column: string): string =>
  execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()

/** Returns the command line of a process; null if it cannot be read. */
export function commandOf(pid: number): string | null {
  try {
    if (platform() !== 'linux') return ps(pid, 'command')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return null
  }
}

/**
 * Returns a text that identifies the start of a process. It differs from that of a later process
 * with the same id, also after a reboot. Empty if the system does not provide it.
 */
export function startIdOf(pid: number): string {
  try {
    if (platform() !== 'linux') return ps(pid, 'lstart')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name of the program is in parentheses and may contain spaces, so only the text after it
    // is split.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    return `${boot} ${fields.split(' ')[19]}`
  } catch {
    return ''
  }
}
