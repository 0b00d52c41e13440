import { expect, type Page } from '@playwright/test'

/**
 * Holds requests to these URLs back until `release`, so that the test decides how long a slow
 * response takes. `bodies` has the bodies of the requests so far.
 */
export async function holdRequests(page: Page, addresses: string | RegExp) {
  const bodies: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(addresses, async (route) => {
    bodies.push(route.request().postData() ?? '')
    await released
    // The page may have aborted the request, which is not an error of the test.
    await route.continue().catch(() => {})
  })
  if (page.url().startsWith('http')) await waitForInterception(page)
  return { bodies, release }
}

const PROBE = '/interception-probe'

/**
 * Waits until Playwright intercepts the requests of the page. On a busy machine the first requests
 * after `page.route` may not be intercepted.
 */
async function waitForInterception(page: Page) {
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: 204 }))
  await expect
    .poll(() => page.evaluate((address) => fetch(address).then(({ status }) => status), PROBE))
    .toBe(204)
}

/**
 * Resolves after the page has processed everything it has received: after one more request and two
 * frames.
 */
export const waitForIdle = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/api/health/live/')
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  })
