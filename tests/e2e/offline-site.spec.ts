// covers: components/public/offline components/worker lib/server/service-worker.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page, test } from '@playwright/test'
import postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { randomUuidV1 } from '@/db/uuid'
import { TEST_BROWSER_ARGS } from '@/playwright.config'
import { print } from '@/scripts/lib/command'
import { expectAccessible } from '../support/axe'
import { newDatabase } from '../support/database'
import { startFakeNetwork } from '../support/fake-network'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import {
  decodedPictures,
  listCachedFiles,
  listCachedPages,
  waitForCacheRefresh,
} from '../support/offline-cache'
import { addArtwork, invalidateAllPages } from '../support/programme-rows'

const PHONE = { width: 360, height: 780 }
const OPEN = ['/', '/satnica', '/tlocrt', '/t2', '/cjenik', '/lineup', '/pitanja']

test.use({ viewport: PHONE, deviceScaleFactor: 2, serviceWorkers: 'allow' })

let network: Awaited<ReturnType<typeof startFakeNetwork>>
let database: string
let site: Instance
let sql: postgres.Sql

const start = async (env: Record<string, string> = {}) => {
  site = await startInstance(database, { PUBLIC_URL: network.url, ...env })
  network.connectTo(site.port)
}

test.beforeAll(async () => {
  network = await startFakeNetwork()
  database = await newDatabase()
  sql = postgres(database, { max: 2, onnotice: () => {} })
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  await start()
})
test.beforeEach(() => network.setCondition('well'))
test.afterAll(async () => {
  network?.stop()
  await site?.stop()
  await sql?.end()
})

/** Opens the home page, and waits until the phone has cached the offline site. */
async function visit(page: Page) {
  await page.goto(network.url)
  await waitForCacheRefresh(page)
}

async function put(path: string, data: object) {
  const cookie = await demoCookie(site.url, 1)
  const answer = await fetch(`${site.url}/api/${path}/`, {
    method: 'PUT',
    headers: { cookie, origin: network.url, 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  expect(answer.status).toBe(200)
}
const flag = (name: string, visible: '0' | '1') => put(`visibility/${name}`, { visible })

/**
 * The notice on a cached page, with the time of its copy. It names the day too if the copy is of
 * another day.
 */
const cacheNotice = (page: Page) => page.getByText(/^Bez mreže\. Stanje od .*\d\d:\d\d\.$/)

// Rule 1.23: a visited page opens without a network.
test('after one visit the site opens without the server, and shows changes after the restart', async ({
  page,
  context,
}) => {
  await visit(page)
  const files = await listCachedFiles(page)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  expect(bytes).toBeLessThan(15 * 1024 * 1024)
  print(`cached: ${files.length} files, ${Math.round(bytes / 1000)} kB`)
  await site.stop('SIGKILL')
  const other = await context.newPage()

  await test.step('every page opens with its pictures, and shows the time of its cached copy', async () => {
    const expectCached = async () => {
      await expect(cacheNotice(other)).toBeVisible()
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    }
    for (const address of OPEN) {
      await other.goto(network.url + address)
      await expectCached()
      await decodedPictures(other)
      if (address === '/t2') await expect(other.locator('.campus-map[data-ready]')).toBeAttached()
    }
    await other.reload()
    await expectCached()
  })

  await test.step('a performer’s story opens from the line-up and by the performer’s own URL', async () => {
    await other.goto(`${network.url}/lineup`)
    await other.locator('.lineup-tile').nth(1).click()
    const story = other.getByRole('dialog').locator('p')
    await expect(story.first()).toBeVisible()
    const [slug = ''] = /[^=]*$/.exec(other.url()) ?? []
    const texts = await story.allInnerTexts()
    expect(texts.join('').length).toBeGreaterThan(100)
    await other.goto(`${network.url}/lineup/${slug}`)
    await expect(other).toHaveURL(`${network.url}/lineup#izvodac=${slug}`)
    await expect.poll(() => story.allInnerTexts()).toEqual(texts)
  })

  await test.step('in landscape the pages show their pictures in the sizes that are cached', async () => {
    await other.setViewportSize({ width: PHONE.height, height: PHONE.width })
    for (const address of ['/', '/tlocrt', '/lineup']) {
      await other.goto(network.url + address)
      await decodedPictures(other)
    }
    await other.setViewportSize(PHONE)
  })

  await test.step('the cached home page shows current sets and the end of the night by the phone’s clock', async () => {
    const [first, second] = await sql`select starts_at as from, ends_at as until from sets
      where stage_id = (select id from stages order by "order" limit 1) order by starts_at`
    const [{ end } = { end: new Date() }] = await sql<{ end: Date }[]>`
      select closes_at as end from editions where ended_at is null`
    const night = await context.newPage()
    const openAt = async (at: Date, minutes: number) => {
      await night.clock.setFixedTime(new Date(at.getTime() + minutes * 60_000))
      await night.goto(network.url)
      await expect(cacheNotice(night)).toBeVisible()
    }
    const plates = night.getByRole('list', { name: 'Sada na pozornicama' }).getByRole('listitem')
    await openAt(first?.from, 5)
    await expect(plates.first()).toContainText('Sada')
    await openAt(first?.until, 5)
    await expect(plates.first()).toContainText('Pauza')
    await openAt(second?.from, 5)
    await expect(plates.first()).toContainText('Sada')
    await openAt(end, 1)
    await expect(night.getByRole('heading', { level: 1, name: 'Svanulo je' })).toBeVisible()
    await night.close()
    // The clock is shared by all pages of the browser context, so it is reset for the others.
    await context.clock.setSystemTime(new Date())
  })

  const elsewhere = await context.newPage()
  await test.step('a page that is not cached reports that there is no network, and links to cached pages', async () => {
    await other.goto(`${network.url}/kontakt`)
    await expect(other.getByRole('heading', { name: 'Nema mreže' })).toBeVisible()
    await expectAccessible(other, { inFast: true })
    await elsewhere.goto(`${network.url}/nema-nicega`)
    await elsewhere.getByRole('link', { name: 'Cjenik' }).click()
    await expect(cacheNotice(elsewhere)).toBeVisible()
  })

  await test.step('open pages reload by themselves after the restart of the server', async () => {
    await sql`update price_items set name = 'Kuhano vino' where id = (select min(id) from price_items)`
    await start()
    await other.bringToFront()
    await expect(other.getByRole('heading', { name: 'Nema mreže' })).toHaveCount(0)
    await expect(other).toHaveTitle(/Kontakt/)
    await elsewhere.bringToFront()
    await expect(elsewhere.getByText('Kuhano vino')).toBeVisible()
    await expect(cacheNotice(elsewhere)).toHaveCount(0)
    await page.bringToFront()
    await page.goto(`${network.url}/tlocrt`)
    await expect(cacheNotice(page)).toHaveCount(0)
  })
})

// Rules 1.23 and 1.24: cached pages are shown only without a network, and closed pages not again.
test('a page that is hidden while the phone is online is no longer shown, also not offline', {
  tag: '@full',
}, async ({ page }) => {
  await visit(page)
  await flag('SATNICA_VISIBILITY', '0')
  // Bypasses the service worker, which answers with a cached page if the server is slow.
  expect((await page.request.get(`${network.url}/satnica`)).status()).toBe(404)
  await page.goto(`${network.url}/satnica`)
  await expect(page.getByText('tražena stranica ne postoji')).toBeVisible()
  network.setCondition('cut')
  await page.goto(`${network.url}/satnica`)
  await expect(page.getByRole('heading', { name: 'Nema mreže' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cjenik' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Satnica' })).toHaveCount(0)
  await flag('SATNICA_VISIBILITY', '1')
  network.setCondition('well')
  await expect(page).toHaveTitle(/Satnica/)
})

// Rule 1.24: a closed page disappears when the network is back.
test('a page that is hidden while the phone is offline disappears when the network is back', {
  tag: '@full',
}, async ({ page }) => {
  await visit(page)
  network.setCondition('cut')
  await page.goto(`${network.url}/satnica`)
  await expect(cacheNotice(page)).toBeVisible()
  await flag('SATNICA_VISIBILITY', '0')
  network.setCondition('well')
  await expect(page.getByText('tražena stranica ne postoji')).toBeVisible()
  expect(await listCachedPages(page)).not.toContain('/satnica')
  await flag('SATNICA_VISIBILITY', '1')
})

test('a ticket opens offline after one visit, and is deleted from the cache after its return', async ({
  page,
}) => {
  const code = randomUuidV1()
  await sql`insert into guests (name, surname, conf_code, list_id, bought_at)
    select 'Ana', 'Anić', ${code}, id, now() from guest_lists where role = 'brucosi'`
  // The phone opens the link of the mail before any other page of the site.
  await page.goto(`${network.url}/karta/${code}`)
  await waitForCacheRefresh(page)
  await expect.poll(() => listCachedPages(page)).toContain(`/karta/${code}`)
  await site.stop('SIGKILL')
  await page.goto(`${network.url}/kontakt`)
  await page.getByRole('link', { name: 'Karta: Ana Anić' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Anić' })).toBeVisible()
  await page.reload()
  await expect(cacheNotice(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Anić' })).toBeVisible()
  await sql`update guests set conf_code = null, bought_at = null where conf_code = ${code}`
  await start()
  await expect(page.getByRole('heading', { level: 1, name: 'Ove karte nema.' })).toBeVisible()
  expect(await listCachedPages(page)).not.toContain(`/karta/${code}`)
})

test('all cached pages but home, /karta and the offline page are deleted when the site is closed', {
  tag: '@full',
}, async ({ page }) => {
  await visit(page)
  expect(await listCachedPages(page)).toEqual(expect.arrayContaining(OPEN))
  await flag('COMINGSOON_VISIBILITY', '0')
  await page.goto(network.url)
  await expect(page.getByText('Uskoro', { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await listCachedPages(page)).sort(), { timeout: 120_000 })
    .toEqual(['/', '/karta', '/nema-mreze'])
  await flag('COMINGSOON_VISIBILITY', '1')
  await page.goto(network.url)
  await expect
    .poll(() => listCachedPages(page), { timeout: 120_000 })
    .toEqual(expect.arrayContaining(OPEN))
})

test('a network without responses, or with a 502 from a gateway, counts as no network', {
  tag: '@full',
}, async ({ page }) => {
  await visit(page)
  network.setCondition('silent')
  await page.goto(`${network.url}/cjenik`)
  await expect(cacheNotice(page)).toBeVisible()
  const startedAt = performance.now()
  await page.goto(`${network.url}/tlocrt`)
  print(`known to be silent: ${Math.round(performance.now() - startedAt)} ms`)
  await expect(cacheNotice(page)).toBeVisible()
  network.setCondition('bad-gateway')
  await page.goto(`${network.url}/cjenik`)
  await expect(cacheNotice(page)).toBeVisible()
  await decodedPictures(page)
  network.setCondition('well')
  await expect(cacheNotice(page)).toHaveCount(0)
})

test('a new build replaces the cached files of the old build, and pages keep their styles offline', {
  tag: '@full',
}, async ({ page }) => {
  await visit(page)
  const style = (await listCachedFiles(page)).find(({ address }) => address.endsWith('.css'))
  const old = style?.address.split('/').at(-1) as string
  const worker = await (await fetch(`${network.url}/sw.js`)).text()
  const release = /RELEASE = '([^']+)'/.exec(worker)?.[1] as string
  network.release(release, 'another-release', [old, 'another.css'])
  await page.goto(network.url)
  const named = (name: string) => async () =>
    (await listCachedFiles(page)).some(({ address }) => address.endsWith(name))
  await expect.poll(named('/another.css'), { timeout: 60_000 }).toBe(true)
  await expect.poll(named(`/${old}`), { timeout: 60_000 }).toBe(false)
  network.setCondition('cut')
  for (const address of OPEN) {
    await page.goto(network.url + address)
    await expect(cacheNotice(page)).toBeVisible()
    expect(
      await page.locator('.poster').evaluate((element) => getComputedStyle(element).color),
    ).toBe('rgb(245, 240, 227)')
  }
  network.release('', '')
})

test('the service worker of the public site handles neither the entry screen nor the admin area', {
  tag: '@full',
}, async ({ page, context }) => {
  await visit(page)
  const cookie = await demoCookie(site.url, 2)
  const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s) as [string, string])
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: network.url })))
  await page.goto(`${network.url}/admin`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  let loads = 0
  page.on('load', () => loads++)
  await page.goto(`${network.url}/ulaz`)
  await expect(page.getByRole('button', { name: 'Skeniraj kartu' })).toBeVisible()
  const controller = () =>
    page.evaluate(() => new URL(navigator.serviceWorker.controller?.scriptURL ?? '', 'a:').pathname)
  await expect.poll(controller).toBe('/ulaz-sw.js')
  await page.getByRole('button', { name: 'Ovaj uređaj' }).click()
  const release = /RELEASE = '([^']+)'/.exec(
    await (await fetch(`${network.url}/sw.js`)).text(),
  )?.[1]
  await expect(page.getByText(release as string)).toBeVisible()
  expect(loads).toBe(1)
  network.setCondition('cut')
  await page.goto(`${network.url}/ulaz`)
  await expect(page.getByRole('button', { name: 'Skeniraj kartu' })).toBeVisible()
  await page.goto(network.url)
  await expect(cacheNotice(page)).toBeVisible()
  await expect(page.goto(`${network.url}/admin`)).rejects.toThrow()
})

test('phones remove the service worker and its caches when OFFLINE_PAGES is 0', {
  tag: '@full',
}, async ({ page }) => {
  await visit(page)
  await site.stop()
  await sql`update price_items set name = 'Medica' where id = (select min(id) from price_items)`
  await start({ OFFLINE_PAGES: '0' })
  await page.goto(`${network.url}/cjenik`)
  // The page reloads by itself, because its prices have changed. During a reload evaluate() fails.
  const cacheNames = () => page.evaluate(() => caches.keys()).catch(() => null)
  await expect.poll(cacheNames, { timeout: 60_000 }).toEqual([])
  const workers = () =>
    page
      .evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
      .catch(() => null)
  await expect.poll(workers, { timeout: 60_000 }).toBe(0)
  await site.stop()
  await start()
})

test('the site can be installed on the home screen of a phone', { tag: '@full' }, async () => {
  const profile = mkdtempSync(join(tmpdir(), 'brucosijada-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH,
    args: TEST_BROWSER_ARGS,
  })
  try {
    const page = await context.newPage()
    await page.goto(network.url)
    const devtools = await context.newCDPSession(page)
    const { errors, data } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const defaultIcon = JSON.parse(data ?? '').icons[0].src
    await addArtwork(sql, { mark: [512, 512] })
    await invalidateAllPages(sql)
    const read = async () => (await fetch(`${network.url}/manifest.webmanifest`)).json()
    await expect.poll(async () => (await read()).icons[0].src).not.toBe(defaultIcon)
    const manifest = await read()
    expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toContain('/satnica')
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await page.request.get(network.url + src)
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
      const size = await page.evaluate(
        async (bytes) => {
          const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
          return `${width}x${height}`
        },
        [...(await icon.body())],
      )
      expect(size).toBe(sizes)
    }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
})
