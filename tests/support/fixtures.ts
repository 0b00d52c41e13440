import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import postgres from 'postgres'
import { hasListeners, skipsScriptWait } from './late-scripts'
import { resetFestival } from './reset-festival'
import { staffCookie } from './sessions'
import { readLog, sharedFestival } from './shared-festivals'

interface WorkerFixtures {
  instance: {
    url: string
    databaseUrl: string
    /** Returns everything that the instance has printed since `freshFestival`. */
    output: () => string
  }
  db: postgres.Sql
}

interface TestFixtures {
  /** Signs the page's browser context in as the staff member of a privilege. */
  signIn: (page: Page, privilege: number) => Promise<void>
  /** Calls the API as the staff member of a privilege, from the site's own origin. */
  as: (privilege: number) => Promise<APIRequestContext>
  /**
   * Fails a test file that does not start with `freshFestival`, and a test whose page violated its
   * CSP.
   */
  isFresh: undefined
  /** Sets visibility flags through the API, as an admin does. */
  setFlags: (flags: Record<string, '0' | '1' | string>) => Promise<void>
}

const scriptless = new WeakSet<BrowserContext>()

/** Time limit in ms for the scripts of a visited page to listen; the same as for assertions. */
const SCRIPT_TIMEOUT_MS = 30_000

/** Makes `goto` and `reload` on all pages of this context wait until the scripts handle clicks. */
function waitForScripts(context: BrowserContext) {
  const { newPage } = context
  context.newPage = async () => {
    const page = await newPage.call(context)
    const { goto, reload } = page
    const waitForListeners = async (waitUntil = 'load') => {
      if (scriptless.has(context) || skipsScriptWait(page) || waitUntil !== 'load') return
      await page.waitForFunction(hasListeners, undefined, { timeout: SCRIPT_TIMEOUT_MS })
    }
    page.goto = async (address, options) => {
      const response = await goto.call(page, address, options)
      await waitForListeners(options?.waitUntil)
      return response
    }
    page.reload = async (options) => {
      const response = await reload.call(page, options)
      await waitForListeners(options?.waitUntil)
      return response
    }
    return page
  }
  return context
}

/** The file whose tests run now, and how much the instance had printed before it. */
let current = { file: '', logLength: 0 }

/**
 * Playwright's `test` with the fixtures of this project. Each worker has its own festival: a
 * database and an instance on it (shared-festivals.ts). A worker runs one file after another. Each
 * file starts with `test.beforeAll(freshFestival)`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use, { parallelIndex }) => {
      const { url, databaseUrl, log } = sharedFestival(parallelIndex)
      await use({ url, databaseUrl, output: () => readLog(log).slice(current.logLength) })
    },
    { scope: 'worker' },
  ],
  isFresh: [
    async ({ instance }, use, { file }) => {
      if (current.file !== file) throw new Error('the file lacks test.beforeAll(freshFestival)')
      await use(undefined)
      // Browsers report each violation of the CSP to the instance, which prints it.
      expect(instance.output()).not.toContain('Content-Security-Policy:')
    },
    { auto: true },
  ],
  db: [
    async ({ instance }, use) => {
      const sql = postgres(instance.databaseUrl, { max: 2, onnotice: () => {} })
      await use(sql)
      await sql.end({ timeout: 1 })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ instance }, use) => use(instance.url),
  // Playwright also creates the `page` of a test with this browser, so that page waits too.
  browser: [
    async ({ browser }, use) => {
      const { newContext } = browser
      browser.newContext = async (options) => {
        const context = await newContext.call(browser, options)
        if (options?.javaScriptEnabled === false) scriptless.add(context)
        return waitForScripts(context)
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  context: async ({ context, javaScriptEnabled }, use) => {
    if (!javaScriptEnabled) scriptless.add(context)
    await use(context)
  },
  signIn: async ({ instance, db }, use) =>
    use(async (page, privilege) => {
      const cookie = await staffCookie(db, privilege)
      const at = cookie.indexOf('=')
      // Leaves the open page first: without its cookie it would redirect to the sign-in, and
      // interrupt the next navigation of the test.
      if (page.url() !== 'about:blank') await page.goto('about:blank')
      await page.context().clearCookies()
      await page
        .context()
        .addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: instance.url }])
    }),
  as: async ({ instance, db, playwright }, use) => {
    const opened: APIRequestContext[] = []
    await use(async (privilege) => {
      const context = await playwright.request.newContext({
        baseURL: instance.url,
        extraHTTPHeaders: { cookie: await staffCookie(db, privilege), origin: instance.url },
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

/**
 * Restores the rows of the template in the database of this worker, for the test file that calls
 * it.
 */
export async function freshFestival({ db, instance }: WorkerFixtures) {
  await resetFestival(db)
  current = { file: test.info().file, logLength: current.logLength + instance.output().length }
}

/**
 * Turns live updates off for a page: it then shows changes by others only when it requests them.
 * Call it before the page is opened.
 */
export const withoutLiveUpdates = (page: Page) =>
  // The request stays pending. A page whose stream is refused would load its lists again.
  page.route('**/api/lists/stream/**', () => {})

/**
 * Marks tests for the full run only, unless `isFast`: `fullUnless(size === 'phone')`. For the tests
 * of a loop that prove nothing more.
 */
export const fullUnless = (isFast: boolean) => ({ tag: isFast ? [] : '@full' })

export { expect }
