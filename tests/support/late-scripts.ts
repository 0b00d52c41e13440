import { expect, type Locator, type Page } from '@playwright/test'
import { holdRequests } from './hold'

const leftAsleep = new WeakSet<Page>()

/** Lets visits of this page end before its scripts listen: for tests that keep scripts away. */
export const leaveAsleep = (page: Page) => {
  leftAsleep.add(page)
}
export const isLeftAsleep = (page: Page) => leftAsleep.has(page)

/** Holds the page's scripts back, as a slow network does, until the returned call lets them come. */
export async function holdScripts(page: Page) {
  leaveAsleep(page)
  const { release } = await holdRequests(page, '**/_next/static/**/*.js')
  return () => {
    leftAsleep.delete(page)
    release()
  }
}

/** Waits until React listens to this element: a press before that is the browser's own, and lost. */
export const awake = (element: Locator) =>
  expect
    .poll(() =>
      element
        .first()
        .evaluate((one) => Object.keys(one).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true)

/**
 * Once its script listens, a press wakes the part of the page that it meets; one before that is the
 * browser's own, and lost. On a busy machine a test is that quick.
 */
export const listens = () =>
  !document.querySelector('script[src*="/_next/static/"]') ||
  Object.keys(document).some((key) => key.startsWith('_reactListening'))
