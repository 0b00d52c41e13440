import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import postgres from 'postgres'
import { newDatabase } from './database'
import { demoCookie, type Instance, startInstance } from './instance'

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

/** Each worker has a festival of its own: a database and the built application on it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const url = await newDatabase()
      const instance = await startInstance(url)
      await use(Object.assign(instance, { databaseUrl: url }))
      await instance.stop()
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
  signIn: async ({ instance }, use) =>
    use(async (page, privilege) => {
      const cookies = (await demoCookie(instance.url, privilege)).split('; ').map((pair) => {
        const at = pair.indexOf('=')
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: instance.url }
      })
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

export { expect }
