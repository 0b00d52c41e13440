import type { Page } from '@playwright/test'

/**
 * Reads a code as a scanner in the hand does, into the scanner that is open; the kind of the
 * verdict, and the milliseconds from Enter to its colour.
 */
export const readCode = (page: Page, code: string) =>
  page.evaluate(async (text) => {
    const shown = () => document.querySelector('[data-verdict]')
    document.querySelector<HTMLButtonElement>('[aria-label="Sljedeći gost"]')?.click()
    while (shown()) await new Promise(requestAnimationFrame)
    for (const key of text) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
    const begun = performance.now()
    const verdict = new Promise<{ kind: string; ms: number }>((resolve) => {
      const look = new MutationObserver(() => {
        const kind = shown()?.getAttribute('data-verdict')
        if (!kind) return
        look.disconnect()
        requestAnimationFrame(() => resolve({ kind, ms: performance.now() - begun }))
      })
      look.observe(document.body, { childList: true, subtree: true })
    })
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }))
    return verdict
  }, code)
