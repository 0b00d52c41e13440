import type { Page } from '@playwright/test'

/** Holds the page's scripts back, as a slow network does, until the returned call lets them come. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  return release
}
