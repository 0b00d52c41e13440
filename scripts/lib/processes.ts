import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { codeOf } from './error-code'

/** Whether a process has this number. */
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

/** The command of a process with its arguments; null where it cannot be read. */
export function commandOf(pid: number): string | null {
  try {
    if (platform() !== 'linux') return ps(pid, 'command')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return null
  }
}

/**
 * Tells a process from every other that has its number later, also after a restart of the machine;
 * empty where the system does not say.
 */
export function birthOf(pid: number): string {
  try {
    if (platform() !== 'linux') return ps(pid, 'lstart')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name of the program stands in brackets and may hold spaces.
    const rest = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    return `${boot} ${rest.split(' ')[19]}`
  } catch {
    return ''
  }
}
