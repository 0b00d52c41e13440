import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { relative } from 'node:path'
import type { LevelReport } from './report'
import type { Selection, VitestLevel } from './selection'

export const RESULTS = 'test-results'

interface RunOptions {
  /** Prints the output of the tool only if the tool fails. */
  isQuiet?: boolean
  /**
   * Runs the tool with low CPU priority, so that other work at the same time is not slowed down.
   */
  isLowPriority?: boolean
  /** Path of the Node.js program that runs the tool; the default is the running one. */
  node?: string
}

/** Runs a tool of node_modules. Resolves to true if its exit code is 0. */
export function runTool(
  tool: string,
  args: string[],
  { isQuiet = false, isLowPriority = false, node = process.execPath }: RunOptions = {},
): Promise<boolean> {
  const child = spawn(node, [binOf(tool), ...args], {
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  if (isLowPriority && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      if (code !== 0) process.stdout.write(output)
      resolve(code === 0)
    }),
  )
}

/** Returns the path of a tool's program, from the `bin` field of the tool's package.json. */
function binOf(tool: string): string {
  const name = { biome: '@biomejs/biome', tsc: 'typescript', playwright: '@playwright/test' }[tool]
  const dir = `node_modules/${name ?? tool}`
  const { bin } = JSON.parse(readFileSync(`${dir}/package.json`, 'utf8'))
  return `${dir}/${typeof bin === 'string' ? bin : bin[tool]}`
}

interface VitestFile {
  name: string
  status: string
  message: string
  assertionResults: {
    fullName: string
    status: string
    duration?: number | null
    failureMessages: string[]
  }[]
}

interface VitestRun {
  level: VitestLevel
  files?: string[]
  /** Runs only test files that import one of these files. */
  related?: string[]
  isFull: boolean
  pattern?: string
  release?: { version: string; node: string }
}

/** Runs one project of vitest.config.ts, and adds its results to the report of the level. */
export async function runVitest(
  report: LevelReport,
  { level, files = [], related, isFull, pattern, release }: VitestRun,
): Promise<void> {
  const results = `${RESULTS}/${[level, release?.version].filter(Boolean).join('-')}.json`
  const args = [
    ...(related ? ['related', '--run'] : ['run']),
    // `unit*` also matches `unit-apart`, the tests that run isolated (vitest.config.ts).
    `--project=${level}*`,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...(isFull ? [] : ['--tagsFilter=!full']),
    ...(pattern ? ['-t', pattern] : []),
    ...(related ?? files),
  ]
  await runTool('vitest', args, { node: release?.node })
  const found = readResults(results)
  if (!found) return report.fail(`the ${level} tests did not run to their end`)
  for (const file of found.testResults as VitestFile[]) {
    const name = relative('', file.name)
    for (const { fullName, status, duration, failureMessages } of file.assertionResults) {
      report.timed.push({ name: `${name} ${fullName}`, seconds: (duration ?? 0) / 1000 })
      if (status === 'failed') report.fail(`${name} ${fullName}`, failureMessages[0])
    }
    // A test file that could not be loaded has no failed test, so the file itself is reported.
    if (file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'))
      report.fail(name, file.message)
  }
  report.passed += found.numPassedTests
}

interface BrowserTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { duration: number; error?: { message?: string } }[]
}

interface BrowserSuite {
  title: string
  file: string
  suites?: BrowserSuite[]
  specs: { title: string; file: string; line: number; tests: BrowserTest[] }[]
}

/**
 * Runs the browser tests, and adds their results to the report of the level. Resolves to the names
 * of the tests that passed at their second try.
 */
export async function runPlaywright(
  report: LevelReport,
  { isFull, files, pattern, repeats }: Selection,
): Promise<string[]> {
  const chosen = files.browser ?? []
  const args = [
    'test',
    '--pass-with-no-tests',
    ...(isFull ? [] : ['--grep-invert=@full']),
    ...(pattern ? [`--grep=${pattern}`] : []),
    ...(repeats > 1 ? [`--repeat-each=${repeats}`, '--retries=0'] : []),
    // Files run in turn within a worker, so one file needs only one worker and one festival.
    ...(chosen.length === 1 ? ['--workers=1'] : []),
    ...chosen,
  ]
  await runTool('playwright', args)
  const found = readResults(`${RESULTS}/e2e.json`)
  if (!found) {
    report.fail('the browser tests did not run to their end')
    return []
  }
  const secondTries: string[] = []
  const read = ({ title, suites = [], specs }: BrowserSuite, titles: string[]) => {
    const path = [...titles, title]
    for (const spec of specs)
      for (const { status, results } of spec.tests) {
        const name = [...path, spec.title].join(' › ')
        const firstError = results.find(({ error }) => error)?.error?.message
        const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
        report.timed.push({ name, seconds })
        if (status === 'unexpected') report.fail(name, firstError)
        if (status === 'flaky') {
          report.secondTry(name, firstError)
          secondTries.push(name)
        }
      }
    for (const suite of suites) read(suite, path)
  }
  for (const suite of found.suites) read(suite, [])
  for (const { message } of found.errors) report.fail('an error outside the browser tests', message)
  report.passed += found.stats.expected + found.stats.flaky
  return secondTries
}

const readResults = (file: string) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
