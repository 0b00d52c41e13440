import { expect, type Page } from '@playwright/test'

/**
 * Records the verdicts that the gate screen shows. A verdict disappears by itself, on a busy
 * machine before the test has seen it. Call it before the page is opened.
 */
export const noteVerdicts = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenVerdicts: seen })
    const note = () => {
      const shown = document.querySelector<HTMLElement>('[data-verdict]')
      const text = shown && `${shown.dataset.verdict}: ${shown.textContent}`
      if (text && seen.at(-1) !== text) seen.push(text)
    }
    const all = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver(note).observe(document, all)
  })

export const seenVerdicts = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenVerdicts: string[] }).seenVerdicts)

/**
 * Waits until a verdict of this kind with this text was shown, even if it has disappeared since.
 */
export const saw = (page: Page, kind: string, words = '') =>
  expect
    .poll(
      async () =>
        (await seenVerdicts(page)).some(
          (one) => one.startsWith(`${kind}: `) && one.includes(words),
        ),
      { message: `${kind}: ${words}` },
    )
    .toBe(true)
