// covers: components/public/ticket lib/tickets app/(public)/karta
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { randomUuidV1 } from '@/db/uuid'
import { expectAccessible } from '../support/axe'
import { download } from '../support/download'
import { expect, freshFestival, test } from '../support/fixtures'
import { NEXT_YEAR, weekdayOf } from '../support/next-year'
import { readQr } from '../support/read-qr'

const PHONES = [
  { width: 360, height: 640 },
  { width: 740, height: 360 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Inserts a fresher with a ticket. Returns the confirmation code. */
async function makeTicket(
  db: postgres.Sql,
  fields: { name?: string; surname?: string; jmbag?: string; email?: string } = {},
): Promise<string> {
  const code = randomUuidV1()
  await db`insert into guests ${db({
    name: 'Željka',
    surname: 'Šćurić-Đorđević',
    ...fields,
    list_id: (await db`select id from guest_lists where role = 'brucosi'`)[0]?.id,
    conf_code: code,
    bought_at: new Date(),
  })}`
  return code
}

const ticket = (page: Page) => page.getByRole('article')
const savedTickets = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('karte') ?? '[]'))

test.beforeAll(freshFestival)
test.beforeEach(async ({ db, setFlags }) => {
  await setFlags({ COMINGSOON_VISIBILITY: '1' })
  await db`update editions set opens_at = ${`${NEXT_YEAR}-12-04T19:00Z`}, closes_at = ${`${NEXT_YEAR}-12-05T04:00Z`},
    retention_days = 3650, place = 'Studentski centar', address = 'Savska cesta 25, Zagreb' where ended_at is null`
})

test('the QR code of a ticket can be scanned on every screen size and admits the guest', async ({
  page,
  db,
  as,
}) => {
  const code = await makeTicket(db)
  await test.step('the ticket shows name, date, place and a QR code that is visible without scrolling', async () => {
    await page.goto(`/karta/${code}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Željka\s+Šćurić-Đorđević/)
    for (const text of [
      'Ulaznica · Brucoši',
      '42. izdanje',
      `${weekdayOf(`${NEXT_YEAR}-12-04`)} u 20:00`,
      `04.12.${NEXT_YEAR}.`,
      'Studentski centar',
    ])
      await expect(ticket(page)).toContainText(text)
    // A screenshot has only what is visible without scrolling, and the code must be readable in it.
    for (const viewport of PHONES) {
      await page.setViewportSize(viewport)
      await page.evaluate(() => document.fonts.ready)
      expect(await readQr(await page.screenshot()), JSON.stringify(viewport)).toBe(code)
    }
  })

  await test.step('the phone stores the ticket', async () => {
    const edition =
      await db`select name || ' ' || year as edition from editions where ended_at is null`
    await expect
      .poll(() => savedTickets(page))
      .toEqual([{ code, name: 'Željka Šćurić-Đorđević', kind: 'ticket', ...edition[0] }])
  })

  /** Expects the whole ticket above the menu bar. */
  const expectWhole = async () => {
    const [paper, bar] = await page.evaluate(async () => {
      await document.fonts.ready
      return ['.poster-karta', '.poster-bar'].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect,
      )
    })
    expect(paper?.bottom).toBeLessThanOrEqual(bar?.top ?? 0)
  }

  await test.step('the whole ticket fits on a small phone, also after the guest was admitted', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await expectWhole()
    const gate = await as(2)
    const admitted = await gate.post('/api/guests/check-in/', {
      data: { confCode: await readQr(await page.screenshot()) },
    })
    expect(await admitted.json()).toMatchObject({ verdict: 'admitted' })
    await page.reload()
    await expect(ticket(page)).toContainText(/Unutra od \d\d:\d\d/)
    await expectWhole()
    expect(await readQr(await page.screenshot())).toBe(code)
    await expectAccessible(page)
  })
})

test('a ticket can be saved to a calendar and as a picture, and fills the screen with white', async ({
  page,
  db,
}) => {
  const code = await makeTicket(db)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const locks = { count: 0 }
    Object.assign(window, { locks })
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          locks.count++
          return { release: async () => void locks.count-- }
        },
      },
    })
  })
  await page.goto(`/karta/${code}`)

  await test.step('the calendar file has the times and the place, but not the code', async () => {
    const calendar = await page.getByRole('link', { name: 'Dodaj u kalendar' }).getAttribute('href')
    const file = await (await page.request.get(calendar ?? '')).text()
    expect(file).toContain(`DTSTART:${NEXT_YEAR}1204T190000Z\r\nDTEND:${NEXT_YEAR}1205T040000Z\r\n`)
    expect(file).toContain('LOCATION:Studentski centar\\, Savska cesta 25\\, Zagreb')
    expect(file).not.toContain(code)
  })

  await test.step('the saved picture has a readable QR code', async () => {
    const file = await download(page.getByRole('button', { name: 'Spremi kao sliku' }))
    expect(file.suggestedFilename()).toBe('karta.png')
    const picture = await readFile(await file.path())
    // Checks the PNG signature, and then width and height in px.
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1920])
    expect(await readQr(picture)).toBe(code)
  })

  await test.step('the white screen shows the QR code, and keeps a wake lock until it is closed', async () => {
    const lockCount = () =>
      page.evaluate(() => (window as never as { locks: { count: number } }).locks.count)
    await page.getByRole('button', { name: 'Preko cijelog zaslona' }).click()
    const white = page.getByRole('dialog', { name: 'QR kod preko cijelog zaslona' })
    await expect(white).toBeVisible()
    expect(await white.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    await expect.poll(lockCount).toBe(1)
    expect(await readQr(await page.screenshot())).toBe(code)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Zatvori' }).click()
    await expect(white).toBeHidden()
    await expect.poll(lockCount).toBe(0)
  })
})

test('a returned ticket is no longer shown on its page, and is deleted from the phone', async ({
  page,
  db,
}) => {
  const code = await makeTicket(db)
  const other = await makeTicket(db, { name: 'Ivo', surname: 'Ilić' })
  await test.step('the phone lists the tickets that were opened on it', async () => {
    for (const ticketCode of [code, other]) {
      await page.goto(`/karta/${ticketCode}`)
      await expect.poll(async () => (await savedTickets(page))[0]?.code).toBe(ticketCode)
    }
    await page.goto('/karta')
    await expect(page.getByRole('link', { name: /Ulaznica/ })).toHaveText([
      /Ivo Ilić/,
      /Željka Šćurić-Đorđević/,
    ])
    await expectAccessible(page)
  })
  await test.step('the page of the returned ticket responds 404, and the phone deletes the ticket', async () => {
    await db`update guests set conf_code = null, bought_at = null where conf_code = ${code}`
    expect((await page.goto(`/karta/${code}`))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ove karte nema.')
    await expectAccessible(page)
    await expect.poll(() => savedTickets(page)).toEqual([expect.objectContaining({ code: other })])
  })
  await test.step('the page of the returned ticket leads to the other ticket', async () => {
    await page.getByRole('link', { name: 'Nađi moju kartu' }).click()
    await expect(page.getByRole('link', { name: /Ulaznica/ })).toHaveText([/Ivo Ilić/])
    await page.getByRole('link', { name: /Ivo Ilić/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ivo Ilić')
  })
})

// Rule 7.14: a lost ticket is sent to the guest's own address only.
test('a lost ticket is requested in one field, and the response does not reveal whether it exists', async ({
  page,
  db,
}) => {
  await makeTicket(db, { jmbag: '0036577001', email: 'zeljka@primjer.hr' })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/karta')
  await expect(page.getByText('Otvori kartu iz maila i ovdje će te čekati')).toBeVisible()
  const field = page.getByLabel('JMBAG ili e-mail')
  const send = page.getByRole('button', { name: 'Pošalji kartu' })
  await test.step('an input that is neither a JMBAG nor an e-mail address shows an error at the field', async () => {
    await field.fill('0036577')
    await send.click()
    await expect(field).toHaveAccessibleDescription(
      'Upiši JMBAG (10 znamenki) ili e-mail adresu na koju je karta stigla.',
    )
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('0036577')
  })
  await test.step('every request shows the same message, and only an existing ticket is mailed', async () => {
    const status = page.locator('form').getByRole('status')
    const messages: (string | null)[] = []
    for (const who of ['0036577001', '0036577999', 'nitko@primjer.hr']) {
      await field.fill(who)
      await send.click()
      await expect(status).toContainText('Ako karta postoji, poslali smo je.')
      messages.push(await status.textContent())
    }
    expect(new Set(messages).size).toBe(1)
    await expectAccessible(page)
    expect(await db`select to_mail, template, resend from mails where resend`).toEqual([
      { to_mail: 'zeljka@primjer.hr', template: 'ticket-confirmation', resend: true },
    ])
  })
  await test.step('a failed request shows that the server cannot be reached', async () => {
    await page.route('**/api/karta/', (route) => route.abort())
    await send.click()
    await expect(page.getByText('Nema veze s poslužiteljem.')).toBeVisible()
  })
})
