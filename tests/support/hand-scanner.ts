import type { Page } from '@playwright/test'

/**
 * Reads a code as a hand scanner does, on the open entry screen. Returns the kind of the verdict
 * and the milliseconds from Enter until the verdict is shown. Throws with the text of the screen if
 * no verdict comes within a minute.
 */
export const readCode = (page: Page, code: string) =>
  page.evaluate(async (text) => {
    const shown = () => document.querySelector('[data-verdict]')
    const read = async () => {
      document.querySelector<HTMLButtonElement>('[aria-label="Sljedeći gost"]')?.click()
      while (shown()) await new Promise(requestAnimationFrame)
      const press = (key: string) => {
        const event = new KeyboardEvent('keydown', { key, cancelable: true })
        // A fake clock sets the time stamp of an event when it is first read, so read it now.
        void event.timeStamp
        return event
      }
      const type = () => [...text, 'Enter'].map(press)
      // Key events carry their creation time. Keys that a busy machine created too slowly would
      // look typed by hand, so they are created again.
      const durationMs = (keys: KeyboardEvent[]) =>
        (keys.at(-1)?.timeStamp ?? 0) - (keys[0]?.timeStamp ?? 0)
      let keys = type()
      while (durationMs(keys) > 50) keys = type()
      const enter = keys.pop() as KeyboardEvent
      for (const key of keys) window.dispatchEvent(key)
      const startedAt = performance.now()
      const verdict = new Promise<{ kind: string; ms: number }>((resolve) => {
        const observer = new MutationObserver(() => {
          const kind = shown()?.getAttribute('data-verdict')
          if (!kind) return
          observer.disconnect()
          requestAnimationFrame(() => resolve({ kind, ms: performance.now() - startedAt }))
        })
        observer.observe(document.body, { childList: true, subtree: true })
      })
      window.dispatchEvent(enter)
      return verdict
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      const fail = () => reject(new Error(`no verdict: ${document.body.textContent}`))
      timer = setTimeout(fail, 60_000)
    })
    return Promise.race([read(), timeout]).finally(() => clearTimeout(timer))
  }, code)

/**
 * Types a code and Enter as a hand scanner does, into the focused element. Throws if the Enter
 * would press a button.
 */
export const typeCode = (page: Page, code: string) =>
  page.evaluate((text) => {
    const at = () => document.activeElement ?? document.body
    const press = (key: string) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      // All keys get one time stamp, so that a slow machine does not look like typing by hand.
      Object.defineProperty(event, 'timeStamp', { value: startedAt })
      at().dispatchEvent(event)
      return event
    }
    const startedAt = performance.now()
    for (const key of text) press(key)
    if (!press('Enter').defaultPrevented) throw new Error('the Enter would press a button')
  }, code)
