import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { freePort } from '@/scripts/lib/embedded-postgres'

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** What Lighthouse says of each page with its own mobile profile, as rows of a table. */
export async function readPages(url: string, addresses: string[]): Promise<string[][]> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
  })
  const rows = [['Lighthouse, mobile', ...SCORES, 'LCP s', 'CLS', 'TBT ms']]
  try {
    for (const address of addresses) {
      const run = await lighthouse(url + address, {
        port,
        logLevel: 'silent',
        onlyCategories: [...SCORES],
      })
      if (!run) throw new Error(`Lighthouse gave no answer for ${address}`)
      const { categories, audits } = run.lhr
      const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
      rows.push([
        address,
        ...SCORES.map((name) => Math.round((categories[name]?.score ?? 0) * 100).toString()),
        (value('largest-contentful-paint') / 1000).toFixed(1),
        value('cumulative-layout-shift').toFixed(3),
        value('total-blocking-time').toFixed(0),
      ])
      for (const audit of failing(run.lhr)) rows.push([`  ${audit}`])
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** What keeps a page from a full score in what is not a matter of speed. */
function failing({
  categories,
  audits,
}: NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']) {
  return SCORES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${audits[id]?.title}`),
  )
}
