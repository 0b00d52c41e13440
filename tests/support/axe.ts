import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures'

/**
 * Screen sizes for accessibility checks. The full run checks each size in the light and the dark
 * theme.
 */
export const LOOKS = [
  { name: 'phone', viewport: { width: 360, height: 780 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
]

/** Waits until running animations have ended. Returns whether there were any. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .filter((one) => one.playState === 'running')
    await Promise.all(moving.map((one) => one.finished.catch(() => {})))
    return moving.length > 0
  })

/** Minified, because each page parses it anew. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

type Asked = axe.RunOptions['runOnly']
const RULES: Asked = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules to check in the other theme too: only colours differ between the themes. */
const COLOURS: Asked = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Runs axe in the page and returns the violations, one line each. The Playwright package of axe is
 * not used: it moves every check to a blank page, which takes several times as long.
 */
async function look(page: Page, runOnly: Asked, besideFrames: boolean): Promise<string[]> {
  for (const frame of besideFrames ? [page.mainFrame()] : page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  return page.evaluate(
    async ([runOnly, exclude]) => {
      const asked = (window as typeof window & { axe: typeof axe }).axe
      // Leaves out the descriptions of elements without violations.
      const { violations } = await asked.run({ exclude }, { runOnly, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target)}`)
    },
    [runOnly, besideFrames ? ['iframe'] : []] as const,
  )
}

/**
 * Checks a page after its animations have ended, since colours are wrong during a fade. Elements
 * may appear or disappear during a check. A check with violations is therefore repeated until two
 * checks agree, five times at most.
 */
async function lookAtRest(page: Page, runOnly: Asked, besideFrames: boolean) {
  await settle(page)
  let found = await look(page, runOnly, besideFrames)
  for (let i = 0; i < 4 && found.length > 0; i++) {
    const hasMoved = await settle(page)
    const before = found
    found = await look(page, runOnly, besideFrames)
    if (!hasMoved && found.join() === before.join()) break
  }
  return found
}

interface Looks {
  /** Leaves out all frames. For pages with frames in which no script may run. */
  besideFrames?: boolean
  /**
   * Runs in the fast run too. Set by the tests that visit each page once (every-page,
   * offline-site).
   */
  inFast?: boolean
}

/**
 * Fails if the page is wider than the screen, or violates WCAG 2.2 AA. The full run checks the
 * light and the dark theme. The fast run checks the current theme, and only if `inFast` is set.
 */
export async function expectAccessible(
  page: Page,
  { besideFrames = false, inFast = false }: Looks = {},
) {
  const isFull = process.env.FULL_TESTS === '1'
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [now, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  if (isFull || inFast) expect(await lookAtRest(page, RULES, besideFrames), now).toEqual([])
  if (isFull) {
    await page.emulateMedia({ colorScheme: other })
    expect(await lookAtRest(page, COLOURS, besideFrames), other).toEqual([])
    await page.emulateMedia({ colorScheme: now })
    await settle(page)
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}
