import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { startTestPostgres } from '@/tests/support/postgres-server'
import { buildIfStale } from './lib/build'
import { ensureChromium } from './lib/chromium'
import { dependencyProblems } from './lib/dependencies'
import { ensureEngines } from './lib/engines'
import { ensureNodeReleases, type NodeRelease } from './lib/node-releases'
import { ensureProxies } from './lib/proxies'
import { main, say } from './lib/say'

const RESULTS = 'test-results'
const total = { passed: 0, failed: 0 }
const failures: string[] = []

/**
 * What a release of Node.js has to do, of the stages above: the start's first step, which looks at
 * Node.js and packages; pages, calls, pictures, mails, streams, proofs of sign-ins, backup and back.
 */
const ON_RELEASES: Record<string, string[]> = {
  unit: [],
  integration: ['images', 'artwork', 'mail-sending', 'list-exports', 'import-export', 'wallet'],
  system: [
    'api',
    'backup',
    'csp',
    'start',
    'ending',
    'mail-after-crash',
    'two-instances',
    'upgrade',
  ],
}

/**
 * `npm test`: every check there is, cheapest first, all of them even when one fails. The
 * last line counts them; the exit code says the same. `npm test -- unit e2e` runs a part, and
 * of what no part holds: `npm test -- node` tries every release of Node.js that is supported,
 * `npm test -- chaos:600` faults at random for so many seconds.
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
    const problems = dependencyProblems()
    problems.forEach(say)
    count('licences and hashes of packages', problems.length === 0)
  }
  const [chaos, seconds = '600'] =
    asked.find((part) => /^chaos(:\d+)?$/.test(part))?.split(':') ?? []
  if (chaos) count('chaos', await run('tsx', ['tests/chaos/run.ts', seconds]))
  const stopPostgres = await startTestPostgres()
  try {
    // At once: where the one waits for the database, the other has the cores.
    const quick = ['unit', 'integration'].filter(wanted)
    if (quick.length > 0) await vitest(quick)
    if (wanted('system') || wanted('e2e') || wanted('engines') || asked.includes('node'))
      await buildIfStale()
    if (wanted('system') || wanted('e2e')) process.env.CHROMIUM_PATH = ensureChromium()
    if (wanted('system')) {
      ensureProxies().forEach(say)
      await vitest(['system'])
    }
    if (wanted('engines')) {
      ensureEngines().forEach(say)
      await vitest(['engines'])
    }
    if (wanted('e2e')) await playwright()
    if (asked.includes('node')) for (const one of ensureNodeReleases()) await onRelease(one)
  } finally {
    await stopPostgres()
  }
  for (const failure of failures) say(`\n✗ ${failure}`)
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

async function onRelease({ version, node }: NodeRelease) {
  if (!node) return say(`Node ${version} cannot be had here: what it would prove is skipped.`)
  say(`\nNode ${version}`)
  const { status } = spawnSync(node, ['scripts/bootstrap.mjs'], { stdio: 'inherit' })
  count(`the packages on Node ${version}`, status === 0)
  for (const [project, files] of Object.entries(ON_RELEASES))
    await vitest(
      [project],
      files.map((file) => `tests/${project}/${file}.test`),
      { version, node },
    )
}

async function vitest(
  projects: string[],
  files: string[] = [],
  { version, node }: Partial<NodeRelease> = {},
) {
  const file = `${RESULTS}/${[...projects, version].filter(Boolean).join('-')}.json`
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...files,
  ]
  await run('vitest', args, false, node ?? process.execPath)
  const report = readReport(file)
  if (!report) return count(`the ${projects.join(' and ')} tests themselves`, false)
  total.passed += report.numPassedTests
  for (const file of report.testResults as VitestFile[]) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed)
      fail(`${file.name} ${fullName}`, failureMessages[0])
    // A file that could not even be loaded has no failed test of its own.
    if (file.status === 'failed' && file.assertionResults.length === 0)
      fail(file.name, file.message)
  }
}

interface VitestFile {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

/** Counts a failure, and keeps its reason for the end, where it is looked for. */
function fail(name: string, reason = '') {
  total.failed++
  failures.push(`${name}\n${reason.split('\n').slice(0, 12).join('\n')}`)
}

async function playwright() {
  await run('playwright', ['test'])
  const report = readReport(`${RESULTS}/e2e.json`)
  if (!report) return count('the browser tests themselves', false)
  total.passed += report.stats.expected
  for (const suite of report.suites) failedBrowserTests(suite)
  for (const { message } of report.errors) fail('the browser tests themselves', message)
}

interface BrowserSuite {
  suites?: BrowserSuite[]
  specs: {
    title: string
    file: string
    ok: boolean
    tests: { results: { error?: { message?: string } }[] }[]
  }[]
}

function failedBrowserTests({ suites = [], specs }: BrowserSuite) {
  for (const { title, file, ok, tests } of specs)
    if (!ok) fail(`${file} ${title}`, tests[0]?.results.at(-1)?.error?.message)
  for (const suite of suites) failedBrowserTests(suite)
}

function readReport(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Runs a tool of node_modules; a quiet one prints only when it fails. */
function run(
  tool: string,
  args: string[],
  quiet = false,
  node = process.execPath,
): Promise<boolean> {
  const child = spawn(node, [binOf(tool), ...args], {
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
