import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { print } from './command'

/**
 * The latest installation. Each one waits for the one before, because apt runs only once at a time.
 */
let lastInstall = Promise.resolve()

/** Installs packages of the system if apt exists and allows it. Otherwise does nothing. */
export function installPackages(label: string, names: string[]): Promise<void> {
  lastInstall = lastInstall.then(() => install(label, names))
  return lastInstall
}

async function install(label: string, names: string[]) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return
  print(`Installing ${label} with the package manager…`)
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', ...names],
  ]) {
    const [program = '', ...programArgs] = [...sudo, 'apt-get', ...args]
    const apt = spawn(program, programArgs, {
      stdio: 'ignore',
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    await once(apt, 'exit').catch(() => {})
  }
}
