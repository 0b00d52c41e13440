import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { UserError } from '../../scripts/lib/say'

/** The levels of `npm test`, cheapest first. */
const FAST_LEVELS = ['static', 'unit', 'integration', 'site', 'browser'] as const
/** What `npm run test:full` adds to them. */
const FULL_LEVELS = ['system', 'engines', 'chaos', 'node'] as const

export type Level = (typeof FAST_LEVELS)[number] | (typeof FULL_LEVELS)[number]
export type VitestLevel = 'unit' | 'integration' | 'site' | 'system' | 'engines'

const LEVELS: readonly string[] = [...FAST_LEVELS, ...FULL_LEVELS]
const VITEST_LEVELS: VitestLevel[] = ['unit', 'integration', 'site', 'system', 'engines']
/** How long the chaos level injects faults unless `chaos:600` says so. */
const CHAOS_SECONDS = 120

export interface Selection {
  /** Whether the tests that only the full run has are chosen too. */
  isFull: boolean
  levels: Level[]
  /** Files by level, as the tools take them: `tests/unit/mail.test.ts:12`. Empty: all of the level. */
  files: Partial<Record<Level, string[]>>
  /** Narrows the selection to what differs from the main branch (touched.ts). */
  isTouched: boolean
  /** Unit and integration tests run only where they import one of these files. */
  related?: string[]
  /** Holds PostgreSQL and the festivals for other calls after the run (kept-instances.ts). */
  keepsInstances: boolean
  /** Only tests whose name matches this pattern. */
  pattern?: string
  /** How often each test runs, for hunting one that fails rarely. */
  repeats: number
  chaosSeconds: number
}

/**
 * Reads the arguments of `npm test --`: levels, files with or without a line, `-g pattern`,
 * `touched`, `keep`, `repeat:20`, `chaos:600`. The first is `full` under `npm run test:full`. A file that is named runs
 * whole, with what only the full run has.
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
