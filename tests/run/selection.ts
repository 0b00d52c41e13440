import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { UserError } from '../../scripts/lib/command'

/** Levels that `npm test` runs, cheapest first. */
const FAST_LEVELS = ['static', 'unit', 'integration', 'site', 'browser'] as const
/** Further levels of `npm run test:full`. */
const FULL_LEVELS = ['system', 'engines', 'chaos', 'node'] as const

export type Level = (typeof FAST_LEVELS)[number] | (typeof FULL_LEVELS)[number]
export type VitestLevel = 'unit' | 'integration' | 'site' | 'system' | 'engines'

const LEVELS: readonly string[] = [...FAST_LEVELS, ...FULL_LEVELS]
const VITEST_LEVELS: VitestLevel[] = ['unit', 'integration', 'site', 'system', 'engines']
/** Seconds for which the chaos level injects faults; `chaos:600` sets another duration. */
const CHAOS_SECONDS = 120

export interface Selection {
  /** Whether the run includes the tests that are marked for the full run. */
  isFull: boolean
  levels: Level[]
  /**
   * Chosen test files by level, as the tools take them: `tests/unit/mail.test.ts:12`. A level
   * without an entry runs all its files.
   */
  files: Partial<Record<Level, string[]>>
  /** Whether only the tests of files that differ from the main branch run (touched.ts). */
  isTouched: boolean
  /** Changed files. Unit and integration tests run only if they import one of these files. */
  related?: string[]
  /** Whether PostgreSQL and the festivals keep running for other test runs (kept-instances.ts). */
  keepsInstances: boolean
  /** Pattern that a test's name must match for the test to run. */
  pattern?: string
  /** Number of times that each test runs, to find a test that fails rarely. */
  repeats: number
  chaosSeconds: number
}

/**
 * Parses the arguments of `npm test --`: levels, files with or without a line, `-g pattern`,
 * `touched`, `keep`, `repeat:20`, `chaos:600`. `npm run test:full` puts `full` first. A named file
 * runs completely, with its tests for the full run. Throws a UserError for an unknown word.
 */
export function readSelection(args: readonly string[], files = listTestFiles()): Selection {
  const selection: Selection = {
    isFull: false,
    levels: [],
    files: {},
    isTouched: false,
    keepsInstances: false,
    repeats: 1,
    chaosSeconds: CHAOS_SECONDS,
  }
  const rest = [...args]
  const add = (level: Level) => {
    if (!selection.levels.includes(level)) selection.levels.push(level)
  }
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name = '', value] = word.split(':')
    if (word === 'full') selection.isFull = true
    else if (word === 'touched') selection.isTouched = true
    else if (word === 'keep') selection.keepsInstances = true
    else if (word === '-g') selection.pattern = rest.shift()
    else if (name === 'repeat' && Number(value) > 0) selection.repeats = Number(value)
    else if (LEVELS.includes(name)) {
      add(name as Level)
      if (name === 'chaos' && Number(value) > 0) selection.chaosSeconds = Number(value)
    } else {
      const found = files.filter((file) => basename(file) === basename(name) && file.endsWith(name))
      if (found.length === 0)
        throw new UserError(
          `There is no level and no test file “${word}”. Levels: ${LEVELS.join(', ')}. Files: mail.test.ts, desk.spec.ts:25.`,
        )
      for (const file of found) {
        const level = levelOf(file)
        add(level)
        const line = value ? `:${value}` : ''
        selection.files[level] = [...(selection.files[level] ?? []), file + line]
      }
      selection.isFull = true
    }
  }
  if (selection.levels.length === 0)
    selection.levels = selection.pattern
      ? FAST_LEVELS.filter((level) => level !== 'static')
      : [...FAST_LEVELS, ...(selection.isFull ? FULL_LEVELS : [])]
  return selection
}

function levelOf(file: string): Level {
  const folder = file.split('/')[1] as Level | 'e2e'
  return folder === 'e2e' ? 'browser' : folder
}

export function listTestFiles(): string[] {
  return ['e2e', ...VITEST_LEVELS]
    .map((folder) => `tests/${folder}`)
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
}
