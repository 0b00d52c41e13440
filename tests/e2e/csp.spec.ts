import type { Page } from '@playwright/test'
import postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { allPages } from '../support/all-pages'
import { newDatabase } from '../support/database'
import { addFresher, open, search, ticket } from '../support/desk'
import { expect, freshFestival, test } from '../support/fixtures'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { openShop } from '../support/shop-window'

/** What the page's own policy refused, told by the browser as it happens, frames included. */
async function hearRefusals(page: Page): Promise<string[]> {
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

/** Pages that lead on by themselves, which a visit to the next one would cross. */
const LEADS_ON: Record<string, string> = {
  '/nema-mreze': '/',
  '/admin/entry': '/ulaz',
  '/admin/login': '/admin',
  '/admin/logout': '/admin/login',
}

/** The page, or the one that it leads on to, has come and has had a moment to do what it does first. */
async function visit(page: Page, origin: string, address: string) {
  await page.goto(origin + address, { waitUntil: 'load' })
  const end = LEADS_ON[address]
  if (end) await page.waitForURL(origin + end, { waitUntil: 'load' })
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 })),
  )
}

test.beforeAll(freshFestival)

test.describe('a festival with all its pages', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  let festival: Instance
  let sql: postgres.Sql
  let heard: string[]
  let pages: Awaited<ReturnType<typeof allPages>>

  test.beforeAll(async () => {
    shop = await openShop()
    const url = await newDatabase()
    sql = postgres(url, { max: 1, onnotice: () => {} })
    await seedDemo(sql, { studentEmail: ({ jmbag }) => `x${jmbag}@fer.hr` })
    await sql`update visibility_flags set visible = true where visible is not null`
    await sql`update editions set ticket_shop_url = ${shop.url},
      ticket_widget_src = ${`${shop.url}/widget.js`} where ended_at is null`
    pages = await allPages(sql)
    festival = await startInstance(url)
  })
  test.afterAll(async () => {
    await festival.stop()
    await sql.end()
    shop.close()
  })
  test.beforeEach(async ({ page }) => {
    heard = await hearRefusals(page)
  })

  test('asks for nothing that its own policy refuses, on no page for visitors', async ({
    page,
  }) => {
    // The last is the worker's own, and leads on when it is there.
    const inOrder = [
      ...pages.visitors.filter((address) => address !== '/nema-mreze'),
      '/nema-mreze',
    ]
    for (const address of inOrder) {
      if (address === '/nema-mreze')
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await visit(page, festival.url, address)
      if (address === '/t2') await expect(page.locator('.campus-map[data-ready]')).toBeVisible()
      if (address === '/ulaznice') await expect(page.getByText('Prodaja:')).toBeVisible()
      expect(heard, address).toEqual([])
    }
    expect(festival.output()).not.toContain('Content-Security-Policy')
  })

  test('a round of the game plays in its frame', { tag: '@full' }, async ({ page }) => {
    await page.goto(`${festival.url}/igrica`)
    const game = page.frameLocator('iframe[title^="Igra:"]')
    await game.locator('#go:not(:disabled)').click()
    await expect(game.locator('body')).not.toHaveAttribute('data-phase', 'start')
    expect(heard).toEqual([])
  })

  test('nor on any page of the staff', async ({ page }) => {
    const cookies = (await demoCookie(festival.url, 1)).split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: festival.url }
    })
    await page.context().addCookies(cookies)
    // The sign-out is the last that is looked at.
    const inOrder = [
      ...pages.staff.filter((address) => !address.endsWith('/logout')),
      '/ulaz',
      '/admin/logout',
    ]
    for (const address of inOrder) {
      await visit(page, festival.url, address)
      expect(heard, address).toEqual([])
    }
    expect(festival.output()).not.toContain('Content-Security-Policy')
  })

  test('a script that is put into a page does not run, and is told', async ({ page }) => {
    await page.goto(`${festival.url}/kontakt`)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.broken = "a script"'
      document.body.append(script)
      const box = document.createElement('div')
      box.innerHTML = `<img src="/nema.png" onerror="window.broken = 'a handler'">
        <a id="bait" href="javascript:window.broken = 'an address'">mamac</a>
        <iframe srcdoc="<script>parent.broken = 'a frame'</script>"></iframe>`
      document.body.append(box)
      const foreign = document.createElement('script')
      foreign.src = 'https://evil.example/x.js'
      document.body.append(foreign)
      const base = document.createElement('base')
      base.href = 'https://evil.example/'
      document.head.append(base)
      document.getElementById('bait')?.click()
    })
    const refused = (what: string) => expect.poll(() => heard.join('\n')).toContain(what)
    await refused('script-src-elem inline')
    await refused('script-src-attr inline')
    await refused('script-src-elem https://evil.example/x.js')
    await refused('base-uri https://evil.example')
    const told = (what: string) => expect.poll(festival.output).toContain(what)
    await told('script-src-elem refused inline on /kontakt (told 1 times so far)')
    await told('script-src-attr refused inline on /kontakt (told 1 times so far)')
    await told('script-src-elem refused evil.example on /kontakt (told 1 times so far)')
    expect(await page.evaluate(() => (window as never as { broken?: string }).broken)).toBe(
      undefined,
    )
    expect(await page.evaluate(() => document.baseURI)).toContain(festival.url)
  })

  test('a shop’s script may run on the ticket page alone', async ({ page }) => {
    await page.goto(`${festival.url}/kontakt`)
    const load = () =>
      page.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const script = document.createElement('script')
            script.onload = () => resolve('ran')
            script.onerror = () => resolve('refused')
            script.src = src
            document.body.append(script)
          }),
        `${shop.url}/widget.js?again`,
      )
    expect(await load()).toBe('refused')
    await page.goto(`${festival.url}/ulaznice`)
    await expect(page.getByText('Prodaja:')).toBeVisible()
    expect(await load()).toBe('ran')
  })
})

test('a ticket is sold at the desk', { tag: '@full' }, async ({ page, db, signIn }) => {
  const heard = await hearRefusals(page)
  await signIn(page, 3)
  const { digits } = await addFresher(db)
  await open(page)
  await search(page, digits)
  await ticket(page).click()
  await expect(page.getByRole('dialog')).toContainText('uspješno kupio kartu')
  expect(heard).toEqual([])
})
