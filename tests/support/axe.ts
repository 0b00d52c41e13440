import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures'

/** The sizes in which a screen is looked at; each look takes the light and the dark one. */
export const LOOKS = [
  { name: 'phone', viewport: { width: 360, height: 780 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
]

/** Whether something was still fading or sliding in or out; waits until it has come to rest. */
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

type Asked = axe.RunOptions['runOnly']
const RULES: Asked = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that the other colours can change. */
const COLOURS: Asked = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * What is wrong with the page as it is just now, one line each. Asked in the page itself: axe's own
 * way with Playwright takes each look over to another, blank page, and costs several times as much.
 */
async function look(page: Page, runOnly: Asked, besideFrames: boolean): Promise<string[]> {
  for (const frame of besideFrames ? [page.mainFrame()] : page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  return page.evaluate(
    async ([runOnly, exclude]) => {
      const asked = (window as typeof window & { axe: typeof axe }).axe
      // Of what is in order axe need not describe every element.
      const { violations } = await asked.run({ exclude }, { runOnly, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target)}`)
    },
    [runOnly, besideFrames ? ['iframe'] : []] as const,
  )
}

/**
 * Looks at a page at rest: a colour halfway through a fade is nobody's choice, and something may
 * have come or gone while it was being looked at, so a look that found something is taken again
 * until it finds the same.
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
  /** Leaves out what is in frames, where no script may run. */
  besideFrames?: boolean
  /** Looks in the fast run too: where each page is visited once (every-page, offline-site). */
  inFast?: boolean
}

/**
 * Nothing is wider than the screen, and no rule of WCAG 2.2 AA is broken. The full run looks at light
 * and dark; the fast one looks where `inFast` is set, at the theme of the page.
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
