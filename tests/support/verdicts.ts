import { expect, type Page } from '@playwright/test'

/**
 * Records the verdicts that the gate screen shows. A verdict disappears by itself, on a busy
 * machine before the test has seen it. Call it before the page is opened.
 */
export const recordVerdicts = (page: Page) =>
  page.addInitScript(() => {
    const verdicts: string[] = []
    Object.assign(window, { seenVerdicts: verdicts })
    const record = () => {
      const shown = document.querySelector<HTMLElement>('[data-verdict]')
      const text = shown && `${shown.dataset.verdict}: ${shown.textContent}`
      if (text && verdicts.at(-1) !== text) verdicts.push(text)
    }
    const all = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver(record).observe(document, all)
  })

export const listVerdicts = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenVerdicts: string[] }).seenVerdicts)

/**
 * Waits until a verdict of this kind with this text was shown, even if it has disappeared since.
 */
export const expectVerdict = (page: Page, kind: string, text = '') =>
  expect
    .poll(
      async () =>
        (await listVerdicts(page)).some(
          (verdict) => verdict.startsWith(`${kind}: `) && verdict.includes(text),
        ),
      { message: `${kind}: ${text}` },
    )
    .toBe(true)
