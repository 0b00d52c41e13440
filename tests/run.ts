import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { keysOf } from '@/lib/text/keys'
import { startTestPostgres } from '@/tests/support/postgres-server'
import { startFestivals, WORKERS } from '@/tests/support/shared-festivals'
import { buildIfStale } from '../scripts/lib/build'
import { ensureChromium } from '../scripts/lib/chromium'
import { print, runCommand } from '../scripts/lib/command'
import { dependencyProblems } from '../scripts/lib/dependencies'
import { ensureEngines } from '../scripts/lib/engines'
import { ensureNodeReleases } from '../scripts/lib/node-releases'
import { ensureProxies } from '../scripts/lib/proxies'
import { judgeSecondTries } from './run/history'
import { holdInstances, useKeptInstances } from './run/kept-instances'
import { type LevelReport, TestReport } from './run/report'
import { type Level, readSelection, type VitestLevel } from './run/selection'
import { RESULTS, runPlaywright, runTool, runVitest } from './run/tools'
import { changedFiles, narrowToChanged, readCovers } from './run/touched'

/**
 * Test files that must pass on every supported Node.js release, by level. They cover the start,
 * pages, API requests, pictures, mails, streams, sign-in tokens, backup and restore.
 */
const ON_RELEASES = {
  unit: [
    'api-client',
    'config',
    'csp',
    'log',
    'process-singleton',
    'spreadsheet-',
    'wallet-',
    'webhooks',
  ],
  integration: ['images', 'artwork', 'mail-sending', 'list-exports', 'import-export', 'wallet'],
  site: ['csp', 'not-found', 'two-instances'],
  system: ['backup', 'start'],
} satisfies Partial<Record<VitestLevel, string[]>>

/** Levels that test the built application. */
const NEEDS_BUILD: Level[] = ['site', 'system', 'engines', 'browser', 'node']
/** Levels that need the PostgreSQL server of the tests. The chaos level starts its own. */
const NEEDS_POSTGRES: Level[] = ['integration', ...NEEDS_BUILD]

/**
 * Runs the tests: `npm test` the fast levels, `npm run test:full` all levels. Arguments choose
 * levels, files or tests (run/selection.ts), only what changed (run/touched.ts), or keep the
 * instances running (run/kept-instances.ts). A failed level does not stop the next level. The exit
 * code is 1 if a test failed or no test ran.
 */
await runCommand(async () => {
  const asked = readSelection(process.argv.slice(2))
  const selection = asked.isTouched ? narrowToChanged(asked, changedFiles(), readCovers()) : asked
  const { levels, isFull, files, pattern, repeats } = selection
  const isChosen = (level: Level) => levels.includes(level)
  const isChosenOf = (some: Level[]) => some.some(isChosen)
  const report = new TestReport()
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS)
  process.env.TZ = 'UTC'
  if (isFull) process.env.FULL_TESTS = '1'

  const chromium = isChosenOf(['browser', 'system']) ? ensureChromium() : null
  // Prevents an unhandled rejection. A failed download is reported later, where the path is needed.
  chromium?.catch(() => {})
  const vitest = async (level: VitestLevel) => {
    if (!isChosen(level)) return
    for (let i = 0; i < repeats; i++)
      await report.level(level, (found) =>
        runVitest(found, {
          level,
          files: files[level],
          related: files[level] ? undefined : selection.related,
          isFull,
          pattern,
        }),
      )
  }

  if (isChosen('static'))
    await report.level('lint, licences', async (found) => {
      const quiet = { isQuiet: true }
      found.check('types of routes', await runTool('next', ['typegen'], quiet))
      found.check('lint, format, imports', await runTool('biome', ['check', '.'], quiet))
      if (isFull) found.check('unused code', await runTool('knip', [], quiet))
      const problems = [...dependencyProblems(), ...dependencyProblems('tests/bench/lighthouse')]
      problems.forEach(print)
      found.check('licences and hashes of packages', problems.length === 0)
    })
  // Builds during the unit tests: many unit tests wait for timers and leave processor time.
  await Promise.all([
    (selection.keepsInstances || isChosenOf(NEEDS_BUILD)) && buildIfStale(),
    vitest('unit'),
  ])
  useKeptInstances()
  const keeps = selection.keepsInstances && !process.env.TEST_POSTGRES
  const stopPostgres =
    process.env.TEST_POSTGRES || !(keeps || isChosenOf(NEEDS_POSTGRES))
      ? async () => {}
      : await startTestPostgres()
  const stopFestivals = keeps ? await startFestivals(WORKERS) : async () => {}
  try {
    await vitest('integration')
    if (chromium) process.env.CHROMIUM_PATH = await chromium
    // Checks the types during the site and browser tests, which leave some processor time.
    const types = isChosen('static') ? report.level('types', checkTypes) : null
    await vitest('site')
    if (isChosen('browser'))
      await report.level('browser', async (found) => {
        const secondTries = await runPlaywright(found, selection)
        if (files.browser || pattern || repeats > 1) return
        for (const problem of judgeSecondTries(secondTries)) found.fail(problem)
      })
    await types
    if (isChosen('system')) (await ensureProxies()).forEach(print)
    await vitest('system')
    if (isChosen('engines')) (await ensureEngines()).forEach(print)
    await vitest('engines')
    if (isChosen('node')) await onReleases(report)
    if (isChosen('chaos'))
      await report.level('chaos', async (found) => {
        const args = ['tests/chaos/run.ts', String(selection.chaosSeconds)]
        found.check('chaos', await runTool('tsx', args))
      })
    report.print()
    if (keeps) await holdInstances()
  } finally {
    await stopFestivals()
    await stopPostgres()
  }
  if (report.failed > 0 || report.passed === 0) process.exitCode = 1
})

async function checkTypes(found: LevelReport) {
  const options = { isQuiet: true, isLowPriority: true }
  found.check('types', await runTool('tsc', ['--noEmit'], options))
}

/** Runs the test files of `ON_RELEASES` on each supported Node.js release. */
async function onReleases(report: TestReport) {
  for (const { version, node } of ensureNodeReleases()) {
    if (!node) {
      print(`Node ${version} is not available here: its tests are skipped.`)
      continue
    }
    await report.level(`Node ${version}`, async (found) => {
      const { status } = spawnSync(node, ['scripts/bootstrap.mjs'], { stdio: 'inherit' })
      found.check(`the packages on Node ${version}`, status === 0)
      for (const level of keysOf(ON_RELEASES))
        await runVitest(found, {
          level,
          files: ON_RELEASES[level].map((name) => `tests/${level}/${name}`),
          isFull: true,
          release: { version, node },
        })
    })
  }
}
