import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures'

/**
 * Screen sizes for accessibility checks. The full run checks each size in the light and the dark
 * theme.
 */
export const SCREEN_SIZES = [
  { name: 'phone', viewport: { width: 360, height: 780 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
]

/** Waits until running animations have ended. Returns whether there were any. */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const running = document
      .getAnimations()
      .filter(
        (animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
      .filter((animation) => animation.playState === 'running')
    await Promise.all(running.map((animation) => animation.finished.catch(() => {})))
    return running.length > 0
  })

/** Minified, because each page parses it again. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

type RunOnly = axe.RunOptions['runOnly']
const RULES: RunOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules to check in the other theme too: only colours differ between the themes. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Runs axe in the page and returns the violations, one line each. The Playwright package of axe is
 * not used: it moves every check to a blank page, which takes several times as long.
 */
async function runAxe(page: Page, runOnly: RunOnly, skipsFrames: boolean): Promise<string[]> {
  for (const frame of skipsFrames ? [page.mainFrame()] : page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  return page.evaluate(
    async ([runOnly, exclude]) => {
      const axeInPage = (window as typeof window & { axe: typeof axe }).axe
      // Leaves out the descriptions of elements without violations.
      const { violations } = await axeInPage.run(
        { exclude },
        { runOnly, resultTypes: ['violations'] },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target)}`)
    },
    [runOnly, skipsFrames ? ['iframe'] : []] as const,
  )
}

/**
 * Checks a page after its animations have ended, since colours are wrong during a fade. Elements
 * may appear or disappear during a check. A check with violations is therefore repeated until two
 * checks agree, five times at most.
 */
async function checkAtRest(page: Page, runOnly: RunOnly, skipsFrames: boolean) {
  await waitForAnimations(page)
  let violations = await runAxe(page, runOnly, skipsFrames)
  for (let i = 0; i < 4 && violations.length > 0; i++) {
    const hasMoved = await waitForAnimations(page)
    const before = violations
    violations = await runAxe(page, runOnly, skipsFrames)
    if (!hasMoved && violations.join() === before.join()) break
  }
  return violations
}

interface CheckOptions {
  /** Leaves out all frames. For pages with frames in which no script may run. */
  skipsFrames?: boolean
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
  { skipsFrames = false, inFast = false }: CheckOptions = {},
) {
  const isFull = process.env.FULL_TESTS === '1'
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [now, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  if (isFull || inFast) expect(await checkAtRest(page, RULES, skipsFrames), now).toEqual([])
  if (isFull) {
    await page.emulateMedia({ colorScheme: other })
    expect(await checkAtRest(page, COLOURS, skipsFrames), other).toEqual([])
    await page.emulateMedia({ colorScheme: now })
    await waitForAnimations(page)
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}
