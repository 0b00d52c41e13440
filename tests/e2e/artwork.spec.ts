// covers: components/admin/artwork components/public/picture.tsx lib/artwork
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { chooseFile } from '../support/choose-file'
import { expect, freshFestival, test, withoutLiveUpdates } from '../support/fixtures'
import { waitForIdle } from '../support/hold'

const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name, exact: true }),
    })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const drawn = (width: number, height: number, background = '#8800aa') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

const choose = (page: Page, label: string, name: string, buffer: Buffer, mimeType = 'image/png') =>
  chooseFile(page.locator(`input[type=file][aria-label="${label}"]`), { name, mimeType, buffer })

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><script>top.x = 1</script><rect width="160" height="90" fill="#0a0"/></svg>'

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, setFlags, db }) => {
  await db`delete from artworks`
  await db`select pg_notify('brucosijada_invalidate', '{"from":"a test","tags":["artwork"]}')`
  await setFlags({
    COMINGSOON_VISIBILITY: '1',
    SATNICA_VISIBILITY: '1',
    TLOCRT_VISIBILITY: '1',
    ULAZNICA_VISIBILITY: '1',
  })
  await signIn(page, 1)
})

test('an artwork is previewed, published, shown to visitors and reset to the default artwork', {
  tag: '@full',
}, async ({ page, db }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const poster = card(page, 'Plakat, položen')
  const choosePoster = async (name: string, buffer: Buffer, mimeType?: string) =>
    choose(page, 'Plakat, položen', name, buffer, mimeType)
  const expectDefault = async () => {
    const home = await (await page.request.get('/')).text()
    expect(home).toContain('/art/poster.svg')
    expect(home).not.toContain('/api/images/')
  }

  await test.step('an image with a wrong aspect ratio and a file that is no image are rejected', async () => {
    await page.goto('/admin/artwork')
    await expect(poster).toContainText('Isporučeni crtež.')
    await expectAccessible(page)
    await choosePoster('kvadrat.png', await drawn(1000, 1000))
    await expect(poster.getByRole('alert')).toContainText(
      'Krivi omjer: slika ima 1000 × 1000 px, a treba biti oblika 1600 × 900 px.',
    )
    await choosePoster('popis.txt', Buffer.from('nije slika'), 'text/plain')
    await expect(poster.getByRole('alert')).toContainText('Datoteka nije fotografija.')
  })

  await test.step('an artwork is previewed and published, and visitors see the default artwork until then', async () => {
    await choosePoster('moj plakat.png', await drawn(1600, 900))
    await expect(poster.getByRole('img', { name: 'Plakat, položen: nova slika' })).toBeVisible()
    await expectDefault()
    await button(page, 'Objavi: Plakat, položen').click()
    await expect(page.getByText('Plakat, položen: objavljeno.')).toBeVisible()
    await expect(poster).toContainText('moj plakat.png · 1600 × 900 px')
    await expect(button(page, 'Zamijeni: Plakat, položen')).toBeFocused()
  })

  await test.step('an SVG is stored as a WebP image, and visitors see the published artworks', async () => {
    await choose(page, 'Satnica, položena', 'satnica.svg', Buffer.from(SVG), 'image/svg+xml')
    await button(page, 'Objavi: Satnica, položena').click()
    await expect(card(page, 'Satnica, položena')).toContainText('3200 × 1800 px')
    const rows = await db`select mime from artworks join images on image_hash = hash
      where slot <> 'poster'`
    expect(rows.map(({ mime }) => mime)).toEqual(['image/webp'])
    await page.goto('/satnica')
    await expect(page.getByRole('link', { name: /Povećaj$/ })).toBeVisible()
    await page.goto('/')
    const shown = page.getByRole('main').getByRole('img', { name: 'Plakat festivala' }).first()
    expect(
      await shown.evaluate((img: HTMLImageElement) => decodeURIComponent(img.currentSrc)),
    ).toMatch(/\/api\/images\/[0-9a-f]{64}/)
  })

  await test.step('the default artwork is restored, and the activity log names the replaced file', async () => {
    await page.goto('/admin/artwork')
    await button(page, 'Vrati crtež: Plakat, položen').click()
    const question = page.getByRole('alertdialog')
    await expect(question).toHaveAccessibleName('Vratiti isporučeni crtež (Plakat, položen)?')
    await question.getByRole('button', { name: 'Vrati crtež' }).click()
    await expect(poster).toContainText('Isporučeni crtež.')
    await expectDefault()
    await page.goto('/admin/activities')
    await expect(page.getByText('moj plakat.png').first()).toBeVisible()
  })
})

test('the second of two admins is warned before an artwork of the first is overwritten', {
  tag: '@full',
}, async ({ page, browser, signIn, instance }) => {
  const other = await (await browser.newContext({ baseURL: instance.url })).newPage()
  await signIn(other, 1)
  // Without live updates the second admin does not see the change of the first before publishing.
  await withoutLiveUpdates(other)
  await page.goto('/admin/artwork')
  await other.goto('/admin/artwork')
  await choose(page, 'Znak', 'a.png', await drawn(512, 512, '#111'))
  await choose(other, 'Znak', 'b.png', await drawn(512, 512, '#222'))
  await button(page, 'Objavi: Znak').click()
  await expect(card(page, 'Znak')).toContainText('a.png · 512 × 512 px')
  await button(other, 'Objavi: Znak').click()
  await expect(card(other, 'Znak').getByRole('alert')).toContainText(
    'Netko je ovo u međuvremenu promijenio.',
  )
  await button(other, 'Objavi: Znak').click()
  await expect(card(other, 'Znak')).toContainText('b.png · 512 × 512 px')

  // With live updates the first admin has read the change of the second, but has not seen it.
  await expect(card(page, 'Znak')).toContainText('b.png · 512 × 512 px')
  await choose(page, 'Znak', 'c.png', await drawn(512, 512, '#333'))
  await expect(button(page, 'Objavi: Znak')).toBeVisible()
  const read = page.waitForResponse('**/api/artwork/')
  await choose(other, 'Znak', 'd.png', await drawn(512, 512, '#444'))
  await button(other, 'Objavi: Znak').click()
  await read
  await waitForIdle(page)
  await button(page, 'Objavi: Znak').click()
  await expect(card(page, 'Znak').getByRole('alert')).toContainText(
    'Netko je ovo u međuvremenu promijenio.',
  )
  await button(page, 'Objavi: Znak').click()
  await expect(card(page, 'Znak')).toContainText('c.png · 512 × 512 px')
  await other.context().close()
})

test('the floor plan is positioned on the map by keys, coordinates and dragging', {
  tag: '@full',
}, async ({ page, db, as }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/artwork')
  await choose(page, 'Tlocrt na karti', 'tlocrt.png', await drawn(1600, 1000))
  await button(page, 'Objavi: Tlocrt na karti').click()
  const editor = page.getByRole('region', { name: 'Gdje tlocrt leži na karti' })
  await expect(editor).toContainText('posjetitelji ga na karti ne vide')

  const corners = async () => {
    const [row] = await db`select corners from artworks where slot = 'map-overlay'`
    return row?.corners as [number, number][] | null
  }
  expect(await corners()).toBeNull()
  const save = editor.getByRole('button', { name: 'Spremi položaj' })
  const corner = editor.getByRole('button', { name: /^Ugao: sjeverozapad/ })
  await expect(corner).toBeVisible()
  const west = editor.getByRole('group', { name: 'Sjeverozapad' }).getByLabel('Dužina')
  const before = Number(await west.inputValue())
  await corner.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => Number(await west.inputValue())).toBeLessThan(before)
  await save.click()
  await expect(page.getByText('Tlocrt leži na karti.')).toBeVisible()
  expect((await corners())?.[0]?.[0]).toBeCloseTo(before - 10 / 77_600, 5)

  // Dragging the middle moves all four corners. Corners in a wrong order show an error.
  const cornersBefore = await corners()
  const middle = editor.getByRole('button', { name: /^Cijeli tlocrt/ })
  await middle.hover()
  const box = await middle.boundingBox()
  if (!box) throw new Error('no middle')
  await page.mouse.down()
  await page.mouse.move(box.x + 62, box.y + 22, { steps: 5 })
  await page.mouse.up()
  await save.click()
  await expect
    .poll(async () => (await corners())?.every((at, i) => at[0] > (cornersBefore?.[i]?.[0] ?? 0)))
    .toBe(true)
  await west.fill('16.2')
  await expect(editor.getByRole('alert')).toContainText('Četiri ugla moraju ići redom')
  await expect(save).toBeDisabled()
  await editor.getByRole('button', { name: 'Odustani' }).click()
  await expectAccessible(page)

  // An untouched editor shows the corners of another admin. The first save of moved corners is refused
  // with a message, and does not overwrite them.
  const admin = await as(1)
  const placeAt = async (longitude: number) => {
    const all = (await corners()) ?? []
    const shift = longitude - (all[0]?.[0] ?? 0)
    const read = page.waitForResponse('**/api/artwork/')
    const data = { corners: all.map(([lng, lat]) => [lng + shift, lat]) }
    expect((await admin.put('/api/artwork/map-overlay/', { data })).status()).toBe(200)
    await read
    await waitForIdle(page)
  }
  await placeAt(15.97)
  await expect(west).toHaveValue('15.970000')
  await expect(save).toBeDisabled()
  await west.fill('15.9695')
  await placeAt(15.96)
  await save.click()
  await expect(page.getByText('Netko je ovo u međuvremenu promijenio.')).toBeVisible()
  expect((await corners())?.[0]?.[0]).toBeCloseTo(15.96, 6)
  await save.click()
  await expect.poll(async () => (await corners())?.[0]?.[0]).toBeCloseTo(15.9695, 6)
  await expect(editor.getByRole('button', { name: 'Odustani' })).toHaveCount(0)

  await page.goto('/t2')
  await expect(page.getByRole('slider', { name: 'Vidljivost tlocrta' })).toBeVisible()
})

test('a map without a floor plan, and the artwork screen on phone and desktop, are accessible', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/tlocrt')
  await expectAccessible(page)
  await page.goto('/t2')
  await expect(page.locator('.campus-map')).toHaveAttribute('data-ready', 'true')
  await expect(page.getByRole('slider')).toHaveCount(0)
  await expectAccessible(page)
  for (const { viewport } of SCREEN_SIZES) {
    await page.setViewportSize(viewport)
    await page.goto('/admin/artwork')
    await expect(card(page, 'Znak')).toBeVisible()
    await expectAccessible(page)
  }
})
