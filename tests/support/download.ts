import type { Locator } from '@playwright/test'

/** Clicks a button that saves a file, and returns the download. */
export async function download(button: Locator) {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()])
  return file
}
