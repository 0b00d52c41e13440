import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { listTestFiles, type Selection } from './selection'

/** The first line of a test file that no import leads to what it proves: `// covers: lib/cash app/admin`. */
const COVERS = /^\/\/ covers: (.+)/

/**
 * Narrows a selection to the tests of these changed files: unit and integration tests that import a
 * changed file, other test files whose first line covers a changed file, and changed test files.
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

/** The files that differ from the main branch, by paths from the root; deleted ones too. */
export function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  // Sorted by name: the remote branch is the last of the two.
  const main = git(
    'for-each-ref',
    '--format=%(refname)',
    'refs/heads/main',
    'refs/remotes/origin/main',
  ).at(-1)
  const [base = 'HEAD'] = git('merge-base', 'HEAD', main ?? 'HEAD')
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** What each test of the site and browser levels covers. */
export function readCovers(): Record<string, string[]> {
  const files = listTestFiles().filter((file) => /^tests\/(e2e|site)\//.test(file))
  return Object.fromEntries(
    files.map((file) => {
      const [, covered = ''] = readFileSync(file, 'utf8').match(COVERS) ?? []
      return [file, covered.split(' ').filter(Boolean)]
    }),
  )
}
