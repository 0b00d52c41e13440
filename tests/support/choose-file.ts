import type { Locator } from '@playwright/test'
import { expect } from './fixtures'
import { waitForHydration } from './late-scripts'

/**
 * Chooses a file in an input after React listens to it. Resolves when the page has read the file
 * and emptied the input.
 */
export async function chooseFile(
  input: Locator,
  file: { name: string; buffer: Buffer; mimeType: string },
) {
  await waitForHydration(input)
  await input.setInputFiles(file)
  await expect.poll(() => input.evaluate((box: HTMLInputElement) => box.files?.length ?? 0)).toBe(0)
}
