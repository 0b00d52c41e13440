import { existsSync } from 'node:fs'
import { installPackages } from './packages'

const find = (name: string) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((dir) => `${dir}/${name}`)
    .find(existsSync) ?? null

/** The reverse proxies that deploy/ has a configuration for, as far as this machine has them. */
export const findProxies = () => ({ nginx: find('nginx'), caddy: find('caddy') })

/**
 * The same once they were looked for in the system's packages; says in a sentence what is missing.
 * Nothing is installed where systemd runs, since there the packages would begin to serve.
 */
export async function ensureProxies(): Promise<string[]> {
  const before = findProxies()
  if ((!before.nginx || !before.caddy) && !existsSync('/run/systemd/system'))
    await installPackages('nginx and Caddy', ['nginx', 'caddy'])
  const missing = Object.entries(findProxies()).flatMap(([name, path]) => (path ? [] : [name]))
  return missing.map((name) => `No ${name} here: what it would prove is skipped.`)
}
