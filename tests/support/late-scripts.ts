import { expect, type Locator, type Page } from '@playwright/test'
import { holdRequests } from './hold'

const unwaitedPages = new WeakSet<Page>()

/**
 * Lets `goto` and `reload` of this page end before its scripts listen. For tests that hold scripts
 * back.
 */
export const skipScriptWait = (page: Page) => {
  unwaitedPages.add(page)
}
export const skipsScriptWait = (page: Page) => unwaitedPages.has(page)

/**
 * Holds the scripts of the page back, as a slow network does. The returned function releases them.
 */
export async function holdScripts(page: Page) {
  skipScriptWait(page)
  const { release } = await holdRequests(page, '**/_next/static/**/*.js')
  return () => {
    unwaitedPages.delete(page)
    release()
  }
}

/** Waits until React listens to this element. A click before that is lost. */
export const waitForHydration = (element: Locator) =>
  expect
    .poll(() =>
      element
        .first()
        .evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true)

/**
 * Whether the scripts of the page listen for clicks; true for a page without scripts. Runs in the
 * page. A click before that is lost, and on a busy machine a test can be that early.
 */
export const hasListeners = () =>
  !document.querySelector('script[src*="/_next/static/"]') ||
  Object.keys(document).some((key) => key.startsWith('_reactListening'))
