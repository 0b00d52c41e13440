import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { freePort } from '@/scripts/lib/embedded-postgres'

/**
 * Folder with the packages of Lighthouse. They are a seventh of all packages, and only this bench
 * needs them, so it installs them itself.
 */
const FOLDER = 'tests/bench/lighthouse'

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * Returns the Lighthouse results of each page as table rows, with the mobile profile. The first
 * address is an empty page: if the index is below 1,900, compare blocking times with that page.
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
  const rows = [
    ['Lighthouse, mobile', ...SCORES, 'LCP s', 'throttled LCP s', 'CLS', 'TBT ms', 'index'],
  ]
  try {
    for (const address of addresses) {
      const visited = [url + address, `--port=${port}`]
      const run = await middleOf(VISITS, [...visited, `--only-categories=${SCORES.join()}`])
      const slowed = await middleOf(SLOWED_VISITS, [
        ...visited,
        '--only-categories=performance',
        '--throttling-method=devtools',
      ])
      const { categories, audits } = run
      const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
      rows.push([
        address,
        ...SCORES.map((name) => Math.round((categories[name]?.score ?? 0) * 100).toString()),
        seconds(value(LARGEST)),
        seconds(slowed.audits[LARGEST]?.numericValue),
        value('cumulative-layout-shift').toFixed(3),
        value('total-blocking-time').toFixed(0),
        run.environment.benchmarkIndex.toFixed(0),
      ])
      for (const audit of failing(run)) rows.push([`  ${audit}`])
    }
    return rows
  } finally {
    await browser.close()
  }
}

const LARGEST = 'largest-contentful-paint'

const VISITS = 5
const SLOWED_VISITS = 3

/**
 * Returns the visit with the median score, because other work on the CPU changes a score by 2 or 3
 * points.
 */
async function middleOf(visits: number, args: string[]) {
  const results: Result[] = []
  for (let i = 0; i < visits; i++) results.push(await visit(args))
  const score = ({ categories }: Result) => categories.performance?.score ?? 0
  return results.sort((a, b) => score(a) - score(b))[(visits - 1) / 2] as Result
}

const seconds = (milliseconds = Number.NaN) => (milliseconds / 1000).toFixed(1)

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
