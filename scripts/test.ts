import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { startTestPostgres } from '@/tests/support/postgres-server'
import { buildIfStale } from './lib/build'
import { ensureChromium } from './lib/chromium'
import { main, say } from './lib/say'

const RESULTS = 'test-results'
const total = { passed: 0, failed: 0 }

/**
 * `npm test`: every check there is, cheapest first, all of them even when one fails. The
 * last line counts them; the exit code says the same. `npm test -- unit e2e` runs a part.
 */
await main(async () => {
  const asked = process.argv.slice(2)
  const wanted = (stage: string) => asked.length === 0 || asked.includes(stage)
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS)
  process.env.TZ = 'UTC'

  if (wanted('static')) {
    count('types of routes', await run('next', ['typegen'], true))
    await Promise.all([
      check('lint, format and import directions', 'biome', ['check', '.']),
      check('types', 'tsc', ['--noEmit']),
    ])
    await check('unused code', 'knip', [])
  }
  if (wanted('unit')) await vitest('unit')
  const stopPostgres = await startTestPostgres()
  try {
    if (wanted('integration')) await vitest('integration')
    if (wanted('system') || wanted('e2e')) {
      buildIfStale()
      process.env.CHROMIUM_PATH = ensureChromium()
    }
    if (wanted('system')) await vitest('system')
    if (wanted('e2e')) await playwright()
  } finally {
    await stopPostgres()
  }
  say(`\n${total.passed} passed, ${total.failed} failed`)
  if (total.failed > 0) process.exitCode = 1
})

async function check(what: string, tool: string, args: string[]) {
  count(what, await run(tool, args, true))
}

function count(what: string, passed: boolean) {
  total[passed ? 'passed' : 'failed']++
  say(`${passed ? '✓' : '✗'} ${what}`)
}

async function vitest(project: string) {
  const file = `${RESULTS}/${project}.json`
  await run('vitest', [
    'run',
    `--project=${project}`,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = readReport(file)
  if (!report) return count(`the ${project} tests themselves`, false)
  total.passed += report.numPassedTests
  total.failed += report.numFailedTests + report.testResults.filter(failedToLoad).length
}

/** A file that could not even be loaded has no failed test of its own. */
function failedToLoad(file: { status: string; assertionResults: unknown[] }) {
  return file.status === 'failed' && file.assertionResults.length === 0
}

async function playwright() {
  await run('playwright', ['test'])
  const report = readReport(`${RESULTS}/e2e.json`)
  if (!report) return count('the browser tests themselves', false)
  total.passed += report.stats.expected + report.stats.flaky
  total.failed += report.stats.unexpected + report.errors.length
}

function readReport(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Runs a tool of node_modules; a quiet one prints only when it fails. */
function run(tool: string, args: string[], quiet = false): Promise<boolean> {
  const child = spawn(process.execPath, [binOf(tool), ...args], {
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      if (quiet && code !== 0) process.stdout.write(output)
      resolve(code === 0)
    }),
  )
}

/** The file behind a tool's name, from its package's own `bin`. */
function binOf(tool: string): string {
  const name = { biome: '@biomejs/biome', tsc: 'typescript', playwright: '@playwright/test' }[tool]
  const dir = `node_modules/${name ?? tool}`
  const { bin } = JSON.parse(readFileSync(`${dir}/package.json`, 'utf8'))
  return `${dir}/${typeof bin === 'string' ? bin : bin[tool]}`
}
