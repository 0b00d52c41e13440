import type { Page } from '@playwright/test'

/** The button of the demo account whose entry on the sign-in page contains this text. */
export const demo = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ hasText: words }).first().getByRole('button')
