import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Node.js releases that `npm test -- node` tests: the oldest supported one (also in package.json),
 * and the latest of each later long-term support line. The last one is recommended; README.md and
 * deploy/ name its line.
 */
export const NODE_RELEASES = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']

export interface NodeRelease {
  version: string
  /** Path of the program; null if it could not be installed or does not run here. */
  node: string | null
}

/** Folder of the downloaded releases, separate from the installed Node.js. `npm ci` deletes it. */
const CACHE = 'node_modules/.cache/node-releases'

/**
 * Returns the program of each release. A missing release is installed from the npm registry: the
 * package that `node` uses on this system. npm verifies its hash.
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
    const versionOutput = spawnSync(node, ['--version'], { encoding: 'utf8' })
    return { version, node: versionOutput.stdout?.trim() === `v${version}` ? node : null }
  })
}
