import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say } from './say'

/** Installs packages of the system where there is apt and it lets us; where it does not, nothing happens. */
export function installPackages(what: string, names: string[]) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return
  say(`Installing ${what} with the package manager…`)
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', ...names],
  ]) {
    const [program = '', ...rest] = [...sudo, 'apt-get', ...args]
    spawnSync(program, rest, {
      stdio: 'ignore',
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
}
