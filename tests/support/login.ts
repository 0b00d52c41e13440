import type { Page } from '@playwright/test'

/** The button of the demo account whose entry on the sign-in page contains this text. */
export const demo = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ hasText: text }).first().getByRole('button')
