import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Allowed licences with no duty except to name the authors. */
const PERMISSIVE_LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]

/**
 * Allowed licences with a duty that is fulfilled: files are used unchanged (MPL, CC-BY, OFL),
 * libraries are loaded separately (LGPL).
 */
const CONDITIONAL_LICENCES = ['CC-BY-4.0', 'LGPL-3.0-or-later', 'MPL-2.0', 'OFL-1.1']

/**
 * Licences of packages that are too old to state one in package.json. `parse-cache-control` has it
 * in a file. `buffers`, a dependency of exceljs, has none, but its author publishes all his
 * packages under MIT.
 */
const UNSTATED_LICENCES: Record<string, string> = {
  buffers: 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
}

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  /** Whether the package is part of the download of another package, whose hash covers it. */
  inBundle?: boolean
  license?: string
  link?: boolean
}

/** Whether an SPDX licence expression is allowed: one part of an `OR`, all parts of an `AND`. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, ' ')
  return plain
    .split(/\sOR\s/i)
    .some((alternative) =>
      alternative
        .split(/\sAND\s/i)
        .every((name) => [...PERMISSIVE_LICENCES, ...CONDITIONAL_LICENCES].includes(name.trim())),
    )
}

/**
 * Returns the problems of the packages in the `package-lock.json` of a folder, a sentence each: a
 * download without a hash, a licence that is not allowed, or an installed version that differs from
 * the lock file.
 */
export function dependencyProblems(root = '.'): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(lock.packages as Record<string, LockedPackage>).flatMap(
    ([path, locked]) => {
      if (path === '') return []
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const manifest = join(root, path, 'package.json')
      const installed = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : null
      const licences = [locked.license, installed?.license].filter(
        (licence) => licence !== undefined,
      )
      const problems: string[] = []
      if (locked.link || !(locked.inBundle || locked.integrity?.startsWith('sha512-')))
        problems.push(
          `${path} is downloaded from ${locked.resolved ?? 'an unknown URL'} and verified by no hash`,
        )
      if (licences.length === 0) licences.push(UNSTATED_LICENCES[name] ?? 'none stated')
      for (const licence of new Set(licences))
        if (typeof licence !== 'string' || !isAllowed(licence))
          problems.push(`${path} has the licence ${JSON.stringify(licence)}, which is not allowed`)
      if (installed && installed.version !== locked.version)
        problems.push(
          `${path} is installed as ${installed.version}, but package-lock.json has ${locked.version}`,
        )
      return problems
    },
  )
}
