import { expect, type Page } from '@playwright/test'

/**
 * Notes what the gate's screen says of whoever is at the door: a verdict goes by itself, and on a
 * busy machine before anybody has looked. To be called before the page is opened.
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

/** Waits for a verdict of this kind that says so, whether it still stands there or not. */
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
