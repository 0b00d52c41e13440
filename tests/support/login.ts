import type { Page } from '@playwright/test'

/** The demo account of the sign-in page whose line holds these words. */
export const demo = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ hasText: words }).first().getByRole('button')
