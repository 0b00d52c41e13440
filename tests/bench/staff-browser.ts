import { type BrowserContext, chromium, type Page } from 'playwright'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { demoCookie, startInstance } from '../support/instance'

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 360, height: 780 }

/** Factor by which a staff phone is assumed to be slower than this machine. */
export const SLOWER = 4

export type NewContext = (viewport: typeof PHONE) => Promise<BrowserContext>

/**
 * Starts the built application on a database, and a browser in which the demo admin is signed in.
 */
export async function openStaffBrowser(databaseUrl: string) {
  const instance = await startInstance(databaseUrl, { BUILD_DIR: '.next/bench' })
  // Without a graphics card, its work would be done by the CPU and a second time.
  const args = [...BROWSER_ARGS, '--disable-gpu']
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args })
  const cookies = (await demoCookie(instance.url, 1)).split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: instance.url }
  })
  const newContext: NewContext = async (viewport) => {
    const context = await browser.newContext({ baseURL: instance.url, viewport })
    await context.addCookies(cookies)
    return context
  }
  const close = async () => {
    await browser.close()
    await instance.stop()
  }
  return { browser, newContext, close }
}

/** Slows the CPU of a page down by the factor `rate`. Returns the DevTools session. */
export async function slowDown(page: Page, rate: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}
