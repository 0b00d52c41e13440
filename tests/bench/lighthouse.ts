import lighthouse, { type Flags } from 'lighthouse'
import { chromium } from 'playwright'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { freePort } from '@/scripts/lib/embedded-postgres'

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * Returns the Lighthouse results of each page as table rows, with the mobile profile. The first
 * address is an empty page: if the index is below 1,900, compare blocking times with that page.
 * Lighthouse computes LCP from an unthrottled visit, in which a local server has sent every script
 * before the first paint, so visits with real throttling are measured as well.
 */
export async function readPages(url: string, addresses: string[]): Promise<string[][]> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
  })
  const rows = [
    ['Lighthouse, mobile', ...SCORES, 'LCP s', 'slowed LCP s', 'CLS', 'TBT ms', 'index'],
  ]
  try {
    for (const address of addresses) {
      const run = await middleOf(VISITS, url + address, { port, onlyCategories: [...SCORES] })
      const slowed = await middleOf(SLOWED_VISITS, url + address, {
        port,
        onlyCategories: ['performance'],
        throttlingMethod: 'devtools',
      })
      const { categories, audits } = run.lhr
      const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
      rows.push([
        address,
        ...SCORES.map((name) => Math.round((categories[name]?.score ?? 0) * 100).toString()),
        seconds(value(LARGEST)),
        seconds(slowed.lhr.audits[LARGEST]?.numericValue),
        value('cumulative-layout-shift').toFixed(3),
        value('total-blocking-time').toFixed(0),
        run.lhr.environment.benchmarkIndex.toFixed(0),
      ])
      for (const audit of failing(run.lhr)) rows.push([`  ${audit}`])
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
async function middleOf(visits: number, url: string, flags: Flags) {
  const runs: Awaited<ReturnType<typeof visit>>[] = []
  for (let i = 0; i < visits; i++) runs.push(await visit(url, flags))
  const score = ({ lhr }: (typeof runs)[number]) => lhr.categories.performance?.score ?? 0
  return runs.sort((a, b) => score(a) - score(b))[(visits - 1) / 2] as (typeof runs)[number]
}

const seconds = (milliseconds = Number.NaN) => (milliseconds / 1000).toFixed(1)

async function visit(url: string, flags: Flags) {
  const run = await lighthouse(url, { logLevel: 'silent', ...flags })
  if (!run) throw new Error(`Lighthouse gave no answer for ${url}`)
  return run
}

/** Lists the audits that keep a page from a full score, without those of performance. */
function failing({ categories, audits }: Awaited<ReturnType<typeof visit>>['lhr']) {
  return SCORES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${audits[id]?.title}`),
  )
}
