import type { Page } from '@playwright/test'

/** What the page's own policy refuses, told by the browser as it happens, frames included. */
export async function hearRefusals(page: Page): Promise<string[]> {
  const heard: string[] = []
  await page.exposeFunction('tellRefusal', (what: string) => heard.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
      const tell = (window as never as { tellRefusal: (what: string) => void }).tellRefusal
      tell(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`,
      )
    })
  })
  return heard
}
