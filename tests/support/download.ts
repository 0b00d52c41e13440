import type { Locator } from '@playwright/test'

/** Presses what saves a file; the file. */
export async function download(button: Locator) {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()])
  return file
}
