import type { Page } from '@playwright/test'
import { hold } from './hold'

/** Holds the page's scripts back, as a slow network does, until the returned call lets them come. */
export const holdScripts = async (page: Page) =>
  (await hold(page, '**/_next/static/**/*.js')).release

/** Waits until the page's script has taken this element over: a press before it is the browser's own. */
export const awake = (page: Page, selector: string) =>
  page.waitForFunction(
    (one) =>
      Object.keys(document.querySelector(one) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  )

/**
 * Once its script listens, a press wakes the part of the page that it meets; one before that is the
 * browser's own, and lost. On a busy machine a test is that quick.
 */
export const listens = () =>
  !document.querySelector('script[src*="/_next/static/"]') ||
  Object.keys(document).some((key) => key.startsWith('_reactListening'))
