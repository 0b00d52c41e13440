import type { Page } from '@playwright/test'

/**
 * Changes an open page as a browser's translation does: wraps every text in a `<font>`, also texts
 * added later. The returned function throws if the page has failed since.
 */
export async function translate(page: Page): Promise<() => Promise<void>> {
  const broken: string[] = []
  // React renders a part again if it was translated before hydration (error #418). That is no
  // failure.
  page.on('pageerror', ({ message }) => {
    if (!message.includes('#418')) broken.push(message)
  })
  // Waits for hydration: a click on a part that React renders again is lost.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('button')].every((button) =>
      Object.keys(button).some((key) => key.startsWith('__reactProps')),
    ),
  )
  await page.evaluate(() => {
    const SKIPPED_TAGS = new Set(['FONT', 'SCRIPT', 'STYLE', 'TITLE', 'TEXTAREA', 'NOSCRIPT'])
    const wrap = (text: Node) => {
      const parent = text.parentNode
      if (!(parent instanceof HTMLElement) || SKIPPED_TAGS.has(parent.nodeName)) return
      if (!text.nodeValue?.trim()) return
      const font = document.createElement('font')
      parent.replaceChild(font, text)
      font.append(text)
    }
    const wrapAll = (root: Node) => {
      if (root.nodeType === Node.TEXT_NODE) return wrap(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(wrap)
    }
    wrapAll(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(wrapAll)
    }).observe(document.body, { childList: true, subtree: true })
  })
  return async () => {
    if (await page.getByText('Zapelo je!').isVisible()) broken.push('Zapelo je!')
    if (broken.length > 0) throw new Error(`translated, ${page.url()} broke: ${broken.join('; ')}`)
  }
}
