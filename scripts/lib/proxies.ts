import { existsSync } from 'node:fs'
import { installPackages } from './packages'

const find = (name: string) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((dir) => `${dir}/${name}`)
    .find(existsSync) ?? null

/**
 * Returns the installed reverse proxies for which deploy/ has a configuration; null for one that is
 * missing.
 */
export const findProxies = () => ({ nginx: find('nginx'), caddy: find('caddy') })

/**
 * Installs nginx and Caddy with the package manager of the system if one is missing. Returns a
 * sentence for each that is still missing. Installs nothing if systemd runs, because it would start
 * the servers of the packages.
 */
export async function ensureProxies(): Promise<string[]> {
  const before = findProxies()
  if ((!before.nginx || !before.caddy) && !existsSync('/run/systemd/system'))
    await installPackages('nginx and Caddy', ['nginx', 'caddy'])
  const missing = Object.entries(findProxies()).flatMap(([name, path]) => (path ? [] : [name]))
  return missing.map((name) => `${name} is missing: its tests are skipped.`)
}
