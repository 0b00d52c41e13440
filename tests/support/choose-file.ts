import type { Locator } from '@playwright/test'
import { expect } from './fixtures'
import { awake } from './late-scripts'

/**
 * Gives a file to an input once its page listens, and waits until the page has taken it: then the
 * input is empty again.
 */
export async function chooseFile(
  input: Locator,
  file: { name: string; buffer: Buffer; mimeType: string },
) {
  await awake(input)
  await input.setInputFiles(file)
  await expect.poll(() => input.evaluate((box: HTMLInputElement) => box.files?.length ?? 0)).toBe(0)
}
