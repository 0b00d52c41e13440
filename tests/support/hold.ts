import { expect, type Page } from '@playwright/test'

/**
 * Holds the calls to these addresses back until `release`, so that a test says itself how long
 * a slow answer takes; `calls` are those that have come so far.
 */
export async function holdRequests(page: Page, addresses: string | RegExp) {
  const calls: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(addresses, async (route) => {
    calls.push(route.request().postData() ?? '')
    await released
    // A page that has given up on the call is no fault of the test.
    await route.continue().catch(() => {})
  })
  if (page.url().startsWith('http')) await waitForInterception(page)
  return { calls, release }
}

const PROBE = '/interception-probe'

/**
 * Waits until a request of the page is intercepted. On a busy machine the first requests after
 * `page.route` may pass by.
 */
async function waitForInterception(page: Page) {
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: 204 }))
  await expect
    .poll(() => page.evaluate((address) => fetch(address).then(({ status }) => status), PROBE))
    .toBe(204)
}

/** After everything that has reached the page was worked on: a call of its own, and two frames. */
export const waitForIdle = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/api/health/live/')
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  })
