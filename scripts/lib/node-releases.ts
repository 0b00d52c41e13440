import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The releases of Node.js that `npm test -- node` proves: the oldest that is supported
 * (package.json says it too), and the last of each line since that is long-term or was. The last
 * one is recommended: README.md and deploy/ name its line.
 */
export const NODE_RELEASES = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']

export interface NodeRelease {
  version: string
  /** The program; null where it cannot be had or does not run here. */
  node: string | null
}

/** Where they are kept, beside the machine's own; `npm ci` clears it away. */
const CACHE = 'node_modules/.cache/node-releases'

/**
 * Each release as the registry has it for this machine (what its package `node` brings for the
 * system at hand), held by npm against the registry's hash, and fetched once.
 */
export function ensureNodeReleases(): NodeRelease[] {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}`
  return NODE_RELEASES.map((version) => {
    const dir = resolve(CACHE, version)
    const program = process.platform === 'win32' ? 'node.exe' : 'node'
    const node = join(dir, 'node_modules', name, 'bin', program)
    if (!existsSync(node)) {
      mkdirSync(dir, { recursive: true })
      const args = ['--prefix', dir, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
      spawnSync('npm', ['install', ...args, `${name}@${version}`], {
        stdio: 'ignore',
        shell: process.platform === 'win32',
        timeout: 600_000,
      })
    }
    const said = spawnSync(node, ['--version'], { encoding: 'utf8' })
    return { version, node: said.stdout?.trim() === `v${version}` ? node : null }
  })
}
