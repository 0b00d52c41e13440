import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { listTestFiles, type Selection } from './selection'

/**
 * First line of a browser or site test: `// covers: lib/cash app/admin`. Such a test does not
 * import the code that it tests, so the line lists the covered paths.
 */
const COVERS = /^\/\/ covers: (.+)/

/**
 * Narrows a selection to the tests of the changed files: unit and integration tests that import
 * one, browser and site tests whose first line covers one, and test files that are changed
 * themselves.
 */
export function narrowToChanged(
  selection: Selection,
  changed: string[],
  covers: Record<string, string[]>,
): Selection {
  const covering = Object.entries(covers)
    .filter(([file, covered]) =>
      changed.some((name) => [file, ...covered].some((path) => isWithin(name, path))),
    )
    .map(([file]) => file)
  const inFolder = (folder: string) =>
    covering.filter((file) => file.startsWith(`tests/${folder}/`))
  const files = { site: inFolder('site'), browser: inFolder('e2e') }
  const related = changed.filter((file) => /\.(ts|tsx|mjs|json|css|sql)$/.test(file))
  return {
    ...selection,
    files,
    related,
    levels: selection.levels.filter((level) => {
      if (level === 'static') return true
      if (level === 'unit' || level === 'integration') return related.length > 0
      return (level === 'site' || level === 'browser') && files[level].length > 0
    }),
  }
}

const isWithin = (file: string, path: string) => file === path || file.startsWith(`${path}/`)

/**
 * Lists the files that differ from the main branch, as paths from the root. Deleted and new files
 * are included.
 */
export function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  // Git sorts the names, so the last one is the remote branch if both exist.
  const main = git(
    'for-each-ref',
    '--format=%(refname)',
    'refs/heads/main',
    'refs/remotes/origin/main',
  ).at(-1)
  const [base = 'HEAD'] = git('merge-base', 'HEAD', main ?? 'HEAD')
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** Reads which paths each browser and site test covers, by test file. */
export function readCovers(): Record<string, string[]> {
  const files = listTestFiles().filter((file) => /^tests\/(e2e|site)\//.test(file))
  return Object.fromEntries(
    files.map((file) => {
      const [, covered = ''] = readFileSync(file, 'utf8').match(COVERS) ?? []
      return [file, covered.split(' ').filter(Boolean)]
    }),
  )
}
