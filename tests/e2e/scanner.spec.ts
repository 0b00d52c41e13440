import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { randomUuidV1 } from '@/db/uuid'
import { BROWSER_ARGS } from '@/playwright.config'
import { fakeCameraArgs, qrVideo } from '../support/fake-camera'
import { expect, freshFestival, test } from '../support/fixtures'
import { noteVerdicts, saw } from '../support/verdicts'

test.beforeAll(freshFestival)

test('reads a code from a camera with nothing but our own server', async ({
  db,
  baseURL,
  signIn,
}) => {
  const code = randomUuidV1()
  await db`
    insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Dunja', 'Vratarić', id, ${code}, now() from guest_lists where name = 'Brucoši'`
  const folder = await mkdtemp(join(tmpdir(), 'camera-'))
  const film = join(folder, 'code.mjpeg')
  await qrVideo(code, film)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [...BROWSER_ARGS, ...fakeCameraArgs(film)],
  })
  try {
    const context = await browser.newContext({ baseURL, permissions: ['camera'] })
    const elsewhere: string[] = []
    await context.route(/^https?:/, (route) => {
      const url = route.request().url()
      if (url.startsWith(`${baseURL}/`)) return route.continue()
      elsewhere.push(url)
      return route.abort()
    })
    const page = await context.newPage()
    // What iOS lacks must not be what reads the code.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'))
    await noteVerdicts(page)
    const scripts: string[] = []
    page.on('response', (response) => scripts.push(response.url()))
    await signIn(page, 2)
    await page.goto('/admin/entry')
    await page.getByRole('button', { name: 'Skeniraj kartu' }).waitFor()
    expect(scripts.filter((url) => url.endsWith('.wasm'))).toEqual([])
    await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
    await saw(page, 'admitted', 'Dunja Vratarić')
    expect(elsewhere).toEqual([])
    // The phone may have been quicker than the server.
    const inside = () =>
      db`select 1 from guests where conf_code = ${code} and entered_at is not null`
    await expect.poll(async () => (await inside()).length).toBe(1)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
})
