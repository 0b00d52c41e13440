import type { Page } from '@playwright/test'

/**
 * Returns a list that the browser fills with each CSP violation of the page, including its frames.
 */
export async function recordCspViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => violations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
      const report = (window as never as { reportViolation: (what: string) => void })
        .reportViolation
      report(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`,
      )
    })
  })
  return violations
}
