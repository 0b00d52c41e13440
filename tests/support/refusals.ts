import type { Page } from '@playwright/test'

/**
 * Returns a list that the browser fills with each CSP violation of the page, including its frames.
 */
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
