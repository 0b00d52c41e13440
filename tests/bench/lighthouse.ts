import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { ratio } from './table'

/**
 * Folder with the packages of Lighthouse. They are a seventh of all packages, and only this bench
 * needs them, so it installs them itself.
 */
const FOLDER = 'tests/bench/lighthouse'

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * Returns the Lighthouse results of each page as table rows, with the mobile profile. The first
 * address is an empty page: if the index is below 1,900, compare blocking times with that page.
 * Every round visits all pages, so that a slow moment of the machine counts for all of them.
 * Lighthouse computes LCP from an unthrottled visit, in which a local server has sent every script
 * before the first paint, so visits with real throttling are measured as well.
 */
export async function readPages(url: string, addresses: string[]): Promise<string[][]> {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: FOLDER })
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
  })
  const visitAll = async (rounds: number, options: string[]) => {
    const results = addresses.map((): Result[] => [])
    for (let round = 0; round < rounds; round++)
      for (const [i, address] of addresses.entries())
        results[i]?.push(await visit([url + address, `--port=${port}`, ...options]))
    return results
  }
  try {
    const visits = await visitAll(VISITS, [`--only-categories=${SCORES.join()}`])
    const slowed = await visitAll(SLOWED_VISITS, [
      '--only-categories=performance',
      '--throttling-method=devtools',
    ])
    const median = (results: Result[] = [], read: (result: Result) => number | undefined) =>
      results.map((result) => read(result) ?? Number.NaN).sort((a, b) => a - b)[
        (results.length - 1) / 2
      ] ?? Number.NaN
    const reading = (id: string) => (result: Result) => result.audits[id]?.numericValue
    const emptyTbt = median(visits[0], reading(BLOCKING))
    const rows = [
      ['Lighthouse, mobile', ...SCORES, 'LCP s', 'slowed LCP s', 'CLS', 'TBT ms'].concat([
        'vs. empty page',
        'index',
      ]),
    ]
    for (const [i, address] of addresses.entries()) {
      const results = visits[i] as Result[]
      const score = (name: string) =>
        median(results, ({ categories }) => categories[name]?.score ?? 0)
      const tbt = median(results, reading(BLOCKING))
      rows.push([
        address,
        ...SCORES.map((name) => Math.round(score(name) * 100).toString()),
        seconds(median(results, reading(LARGEST))),
        seconds(median(slowed[i], reading(LARGEST))),
        median(results, reading('cumulative-layout-shift')).toFixed(3),
        tbt.toFixed(0),
        ratio(tbt / emptyTbt),
        median(results, ({ environment }) => environment.benchmarkIndex).toFixed(0),
      ])
      for (const audit of new Set(results.flatMap(failing))) rows.push([`  ${audit}`])
    }
    return rows
  } finally {
    await browser.close()
  }
}

const LARGEST = 'largest-contentful-paint'
const BLOCKING = 'total-blocking-time'

const VISITS = 5
const SLOWED_VISITS = 3

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** The part of a Lighthouse result that this bench reads. */
interface Result {
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
  >
  audits: Record<string, { title: string; score: number | null; numericValue?: number } | undefined>
  environment: { benchmarkIndex: number }
}

async function visit(args: string[]): Promise<Result> {
  const program = `${FOLDER}/node_modules/lighthouse/cli/index.js`
  const command = [program, ...args, '--output=json', '--quiet']
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    maxBuffer: 100_000_000,
  })
  return JSON.parse(stdout)
}

/** Lists the audits that keep a page from a full score, without those of performance. */
function failing({ categories, audits }: Result) {
  return SCORES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${audits[id]?.title}`),
  )
}
