import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import postgres from 'postgres'
import { newDatabase } from './database'
import { demoCookie, type Instance, startInstance } from './instance'
import { listens } from './late-scripts'

interface WorkerFixtures {
  instance: Instance
  db: postgres.Sql
}

interface TestFixtures {
  /** Signs the page's browser context in as the staff member of a privilege. */
  signIn: (page: Page, privilege: number) => Promise<void>
  /** Calls the API as the staff member of a privilege, from the site's own origin. */
  as: (privilege: number) => Promise<APIRequestContext>
  /** Sets visibility flags through the API, as an admin does. */
  setFlags: (flags: Record<string, '0' | '1' | string>) => Promise<void>
}

/** Milliseconds after which a page whose scripts a test keeps away is looked at as it is. */
const LEFT_ASLEEP = 3000

const scriptless = new WeakSet<BrowserContext>()

/** Has visits of every page of a browser's context end only when the page can be pressed. */
function wakesPages(context: BrowserContext) {
  const { newPage } = context
  context.newPage = async () => {
    const page = await newPage.call(context)
    const { goto, reload } = page
    const untilAwake = async (waitUntil = 'load') => {
      if (!scriptless.has(context) && waitUntil === 'load')
        await page.waitForFunction(listens, undefined, { timeout: LEFT_ASLEEP }).catch(() => {})
    }
    page.goto = async (address, options) => {
      const answer = await goto.call(page, address, options)
      await untilAwake(options?.waitUntil)
      return answer
    }
    page.reload = async (options) => {
      const answer = await reload.call(page, options)
      await untilAwake(options?.waitUntil)
      return answer
    }
    return page
  }
  return context
}

/** Each worker has a festival of its own: a database and the built application on it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const url = await newDatabase()
      const instance = await startInstance(url)
      await use(Object.assign(instance, { databaseUrl: url }))
      await instance.stop()
      // Whatever a page of the file asked for that its policy refuses, the browser has told.
      expect(instance.output()).not.toContain('Content-Security-Policy:')
    },
    { scope: 'worker' },
  ],
  db: [
    async ({ instance }, use) => {
      const sql = postgres((instance as Instance & { databaseUrl: string }).databaseUrl, {
        max: 2,
        onnotice: () => {},
      })
      await use(sql)
      await sql.end({ timeout: 1 })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ instance }, use) => use(instance.url),
  // The pages of tests themselves are made by it too.
  browser: [
    async ({ browser }, use) => {
      const { newContext } = browser
      browser.newContext = async (options) => {
        const context = await newContext.call(browser, options)
        if (options?.javaScriptEnabled === false) scriptless.add(context)
        return wakesPages(context)
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  context: async ({ context, javaScriptEnabled }, use) => {
    if (!javaScriptEnabled) scriptless.add(context)
    await use(context)
  },
  signIn: async ({ instance }, use) =>
    use(async (page, privilege) => {
      const cookies = (await demoCookie(instance.url, privilege)).split('; ').map((pair) => {
        const at = pair.indexOf('=')
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: instance.url }
      })
      // A page at work would be sent to sign in between the two, and cross the way to the next.
      if (page.url() !== 'about:blank') await page.goto('about:blank')
      await page.context().clearCookies()
      await page.context().addCookies(cookies)
    }),
  as: async ({ instance, playwright }, use) => {
    const opened: APIRequestContext[] = []
    await use(async (privilege) => {
      const cookie = await demoCookie(instance.url, privilege)
      const context = await playwright.request.newContext({
        baseURL: instance.url,
        extraHTTPHeaders: { cookie, origin: instance.url },
      })
      opened.push(context)
      return context
    })
    for (const context of opened) await context.dispose()
  },
  setFlags: async ({ as }, use) =>
    use(async (flags) => {
      const admin = await as(1)
      for (const [name, visible] of Object.entries(flags))
        expect((await admin.put(`/api/visibility/${name}/`, { data: { visible } })).status()).toBe(
          200,
        )
    }),
})

/** What others change reaches this page only when it asks: to be called before the page is opened. */
export const hearsNothing = (page: Page) =>
  // Neither answered nor refused, for a page that is refused reads its lists again.
  page.route('**/api/lists/stream/**', () => {})

export { expect }
