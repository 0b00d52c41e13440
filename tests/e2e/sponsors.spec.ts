// covers: components/public/sponsors components/admin/sponsors lib/sponsors
import type { Page } from '@playwright/test'
import { type BrowserContext, expect, test } from '@playwright/test'
import ExcelJS from 'exceljs'
import postgres from 'postgres'
import { randomUuidV1 } from '@/db/uuid'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { newDatabase } from '../support/database'
import { download } from '../support/download'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { type MailService, startMailService } from '../support/mail-service'
import { addSponsors } from '../support/programme-rows'
import { readQr } from '../support/read-qr'
import { expectVerdict, listVerdicts, recordVerdicts } from '../support/verdicts'

let site: Instance
let mail: MailService
let sql: postgres.Sql

test.beforeAll(async () => {
  mail = await startMailService()
  const database = await newDatabase()
  sql = postgres(database, { max: 2, onnotice: () => {} })
  site = await startInstance(database, {
    RESEND_API_KEY: mail.key,
    RESEND_BASE_URL: mail.url,
    MAIL_FROM: 'karte@brucosijada.example',
  })
})
test.afterAll(async () => {
  await site?.stop()
  await mail?.stop()
  await sql?.end()
})

const setDeadline = (inSeconds: number) => sql`
  update visibility_flags set at = now() + make_interval(secs => ${inSeconds})
  where name = 'SPONSORS_INPUT_TIME'`

async function makeSponsor(name: string, guestCap: number, email: string): Promise<string> {
  const slug = randomUuidV1()
  const at = (await sql`select from sponsors`).length
  if (at === 0) await addSponsors(sql, 1)
  else
    await sql`insert into sponsors (name, slug, url, image_hash, email, "order")
      select 'x', gen_random_uuid(), 'https://x.hr', image_hash, 'x', ${at + 1} from sponsors limit 1`
  await sql`update sponsors set name = ${name}, slug = ${slug}, guest_cap = ${guestCap},
    email = ${email} where "order" = ${at + 1}`
  return slug
}

async function staff(context: BrowserContext, privilege: number): Promise<void> {
  const cookies = (await demoCookie(site.url, privilege)).split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: site.url }
  })
  await context.addCookies(cookies)
}

const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1440, height: 900 }
const row = (page: Page, name: string) => page.locator('.poster-list-row', { hasText: name })
const name = (page: Page) => page.getByLabel('Ime i prezime')
const add = (page: Page) => page.getByRole('button', { name: 'Dodaj', exact: true })
const figure = (page: Page, label: string) =>
  page.locator('dl > div', { hasText: label }).locator('dd')

// Rules 5.7, 5.9, 5.10, 5.13 and 5.15: the list of a sponsor, its limit and the invitation.
test('a sponsor is invited, fills its list until the deadline, and sees which guests have come', async ({
  browser,
}) => {
  await setDeadline(86_400)
  const first = await makeSponsor('Žarulja d.o.o.', 5, 'ana@zarulja.example, iva@zarulja.example')
  await makeSponsor('Bez mjesta', 0, 'nitko@bez.example')
  const office = await browser.newContext({ viewport: DESKTOP })
  await staff(office, 1)
  const admin = await office.newPage()
  const sponsor = await (await browser.newContext({ viewport: PHONE, locale: 'hr-HR' })).newPage()

  const link = await test.step('each address of an invited sponsor gets one mail', async () => {
    await admin.goto(`${site.url}/admin/firme`)
    await expect(admin.getByRole('row', { name: /Žarulja/ })).toBeVisible()
    await admin.getByRole('button', { name: 'Pozovi sponzore' }).click()
    await expect(
      admin.getByRole('alertdialog', { name: 'Klikom na OK šaljete mail SVIM sponzorima!!!' }),
    ).toContainText('mailova: 2')
    await admin.getByRole('button', { name: 'OK', exact: true }).dblclick()
    await expect(admin.getByText('Pozivi se šalju: 2.')).toBeVisible()
    await expect.poll(() => mail.delivered.length).toBe(2)
    expect(mail.delivered.flatMap(({ to }) => to).sort()).toEqual([
      'ana@zarulja.example',
      'iva@zarulja.example',
    ])
    expect(mail.delivered[0]?.subject).toBe('42. Brucošijada: vaš popis gostiju')
    return /http\S+\/sponzori\/[0-9a-f-]+/.exec(mail.delivered[0]?.text ?? '')?.[0] as string
  })

  await test.step('the list opens before the site is live, and its URL is not indexed, cached or sent as referrer', async () => {
    const response = await sponsor.goto(link)
    expect(response?.status()).toBe(200)
    expect(response?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex'),
      'cache-control': expect.stringContaining('no-store'),
    })
    await expect(sponsor.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await expect(sponsor.getByRole('heading', { level: 1 })).toHaveText(/Žarulja d\.o\.o\./)
    expect((await sponsor.request.get(`${site.url}/`)).status()).toBe(200)
    expect((await sponsor.request.get(`${site.url}/sponsors`)).status()).toBe(404)
    await expect(sponsor.getByRole('timer')).toHaveText(/^00 d 23 : 5\d : \d\d$/)
  })

  await test.step('the sponsor adds single guests and pasted guests, up to the guest cap', async () => {
    await expect(add(sponsor)).toBeEnabled()
    await name(sponsor).fill('   ')
    await name(sponsor).press('Enter')
    await name(sponsor).fill('Ana Anić')
    await add(sponsor).dblclick()
    await expect(row(sponsor, 'Ana Anić')).toHaveCount(1)
    await expect(name(sponsor)).toHaveValue('')
    await expect(name(sponsor)).toBeFocused()
    await expect(figure(sponsor, 'Broj unesenih')).toHaveText('1')
    await expect(figure(sponsor, 'Ograničenje')).toHaveText('5')

    await sponsor.getByRole('button', { name: 'Dodaj više gostiju odjednom' }).click()
    const lines = [
      'ANA ANIC',
      'Iva\tIvić\tiva@primjer.hr',
      'iva ivic',
      'Eva Ević',
      'Mia',
      'Lea',
      'Pia',
    ]
    await sponsor.getByLabel('Više gostiju odjednom').fill(lines.join('\n'))
    const preview = sponsor.locator('.poster-list-preview li')
    await expect(preview.filter({ hasText: 'već je na popisu' })).toHaveText(/ANA ANIC/)
    await expect(preview.filter({ hasText: 'dvaput u zalijepljenom' })).toHaveText(/iva ivic/)
    await expect(preview.filter({ hasText: 'nema mjesta' })).toHaveText(/Pia/)
    await sponsor.getByRole('button', { name: 'Dodaj 4 gosta' }).dblclick()
    await expect(sponsor.getByText('Na popis je dodano: 4 gosta.')).toBeVisible()
    const rejected = sponsor.getByRole('list', { name: 'Nije dodano' })
    await expect(rejected.getByRole('listitem')).toHaveText(['Pia: nema mjesta'])
    await expect(sponsor.locator('.poster-list-row')).toHaveCount(5)
    await name(sponsor).fill('Suvišan Gost')
    await name(sponsor).press('Enter')
    await expect(sponsor.getByRole('alert').filter({ hasText: 'Već ste' })).toHaveText(
      'Već ste unijeli maksimalan broj dozvoljenih gostiju',
    )
    await expect(name(sponsor)).toHaveValue('Suvišan Gost')
    await sponsor.getByRole('button', { name: 'Obriši: Lea' }).click()
    await sponsor.getByRole('button', { name: 'Obriši', exact: true }).click()
    await expect(row(sponsor, 'Lea')).toHaveCount(0)
    await name(sponsor).fill('')
  })

  await test.step('a guest gets the sponsor pass exactly once', async () => {
    await sponsor.getByRole('button', { name: 'Pošalji propusnice (1)' }).click()
    await sponsor.getByRole('button', { name: 'Pošalji', exact: true }).dblclick()
    await expect(row(sponsor, 'Iva Ivić')).toContainText(/propusnica (se šalje|poslana)/)
    await expect.poll(() => mail.delivered.length).toBe(3)
    const pass = mail.delivered[2]
    expect([pass?.to].flat()).toEqual(['iva@primjer.hr'])
    expect(pass?.text).toContain('Žarulja d.o.o.')
    expect(`${pass?.html}${pass?.text}`).not.toContain(first)
    const picture = Buffer.from(pass?.attachments?.[0]?.content ?? '', 'base64')
    const [guest] = await sql`select conf_code from guests where email = 'iva@primjer.hr'`
    expect(await readQr(picture)).toBe(guest?.conf_code)
  })

  await test.step('the admin sees that the sponsor opened the list, and is warned before inviting again', async () => {
    await admin.reload()
    const company = admin.getByRole('row', { name: /Žarulja/ })
    await expect(company).toContainText('Otvorila popis')
    await expect(company).toContainText('4')
    await admin.getByRole('button', { name: 'Pozovi sponzore' }).click()
    await admin.getByRole('button', { name: 'OK', exact: true }).click()
    const again = admin.getByRole('dialog', { name: /već dobili mail/ })
    await expect(again).toContainText('Svi su pozvani i svi su otvorili svoj popis.')
    await again.getByRole('button', { name: 'Odustani' }).click()
    await admin.getByRole('button', { name: 'Podsjeti' }).click()
    await admin.getByRole('button', { name: 'Pošalji podsjetnike' }).dblclick()
    await expect.poll(() => mail.delivered.length).toBe(5)
    expect(mail.delivered[3]?.text).toContain('Upisano: 4 od 5')
  })

  await test.step('a deadline that passes while the sponsor types closes the list and shows the typed name', async () => {
    await sponsor.reload()
    await expect(add(sponsor)).toBeEnabled()
    await name(sponsor).fill('Zakašnjeli Gost')
    await setDeadline(1)
    // The page loads the list again when it becomes visible.
    await sponsor.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const late = sponsor.getByRole('alert').filter({ hasText: 'dok ste upisivali' })
    await expect(late).toContainText('Zakašnjeli Gost')
    await expect(
      sponsor.getByText('Vrijeme za promjenu popisa je isteklo! Ovo je vaš konačni popis!'),
    ).toBeVisible()
    await expect(add(sponsor)).toHaveCount(0)
    await expect(sponsor.getByRole('button', { name: /^Obriši/ })).toHaveCount(0)
    await expect(sponsor.locator('.poster-list-row')).toHaveCount(4)
  })

  await test.step('the gate shows the company but not the slug, and the sponsor sees the admitted guest', async () => {
    const gate = await browser.newContext({ viewport: PHONE })
    await staff(gate, 2)
    const entry = await gate.newPage()
    await recordVerdicts(entry)
    await entry.goto(`${site.url}/admin/entry`)
    await entry.getByLabel('Ime, prezime ili kod').fill('Eva Ević')
    await entry.keyboard.press('Enter')
    await entry.getByRole('button', { name: /Eva Ević/ }).click()
    await expect(entry.getByText('Žarulja d.o.o.').filter({ visible: true }).first()).toBeVisible()
    await expect(entry.locator('body')).not.toContainText(first)
    await entry.getByRole('switch', { name: 'Ulaz' }).click()
    await expectVerdict(entry, 'admitted', 'Žarulja d.o.o.')
    expect((await listVerdicts(entry)).join()).not.toContain(first)
    await sponsor.reload()
    await expect(figure(sponsor, 'Stiglo')).toHaveText('1')
    await expect(row(sponsor, 'Eva Ević')).toContainText('unutra')
    await gate.close()
  })

  await test.step('the export of companies contains only companies that match the search', async () => {
    await admin.goto(`${site.url}/admin/firme?trazi=zarulja`)
    await expect(admin.getByRole('link', { name: 'Popis: Žarulja d.o.o.' })).toBeVisible()
    await expect(admin.getByRole('link', { name: 'Popis: Bez mjesta' })).toHaveCount(0)
    const file = await download(admin.getByRole('button', { name: 'Izvoz', exact: true }))
    expect(file.suggestedFilename()).toMatch(/^firme-.*\.xlsx$/)
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(await file.path())
    const names = book.worksheets[0]?.getColumn(1).values.slice(1)
    expect(names).toEqual(['Firma', 'Žarulja d.o.o.', 'Ukupno'])
  })

  await test.step('a replaced link responds 404 at once, and neither the old nor the new slug is in the log', async () => {
    await admin.goto(`${site.url}/admin/firme`)
    await admin.getByRole('link', { name: 'Popis: Žarulja d.o.o.' }).click()
    await expect(admin.getByRole('table')).toContainText('Eva Ević')
    await admin.getByRole('button', { name: 'Zamijeni', exact: true }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Zamijeni' }).click()
    await expect(admin.getByText('Poveznica je zamijenjena.')).toBeVisible()
    const [{ slug } = { slug: '' }] =
      await sql`select slug from sponsors where name like 'Žarulja%'`
    expect(slug).not.toBe(first)
    await expect(admin).toHaveURL(new RegExp(`/admin/sponsors/${slug}$`))
    await expect(admin.getByText(`/sponzori/${slug}`)).toBeVisible()
    await expect(admin.getByRole('table')).toContainText('Eva Ević')
    expect((await sponsor.goto(link))?.status()).toBe(404)
    await expect(sponsor.getByText('Izgleda da tražena stranica ne postoji!')).toBeVisible()
    expect((await sponsor.goto(`${site.url}/sponzori/${slug}/`))?.status()).toBe(200)
    await expect(sponsor.locator('.poster-list-row')).toHaveCount(4)
    expect(site.output()).not.toContain(first)
    expect(site.output()).not.toContain(slug)
  })
  await office.close()
  await sponsor.context().close()
})

// Rule 5.12: error messages on the list page of a sponsor.
test('a failed request keeps the typed guest and shows an error, and a retry adds the guest once', {
  tag: '@full',
}, async ({ page }) => {
  await setDeadline(86_400)
  const slug = await makeSponsor('Mreža', 5, 'a@mreza.example')
  await page.goto(`${site.url}/sponzori/${slug}`)
  await expect(add(page)).toBeEnabled()
  await page.context().setOffline(true)
  await name(page).fill('Ana Anić')
  await name(page).press('Enter')
  await expect(page.getByText('Greška pri unosu gosta')).toBeVisible()
  await expect(page.getByText('Greška pri dohvaćanju gostiju')).toBeVisible()
  await expect(name(page)).toHaveValue('Ana Anić')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await name(page).press('Enter')
  await expect(row(page, 'Ana Anić')).toHaveCount(1)

  // The server stores the guest, but its response is lost.
  await page.route('**/api/sponsors/public/guests/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await name(page).fill('Iva Ivić')
  await name(page).press('Enter')
  await expect(page.getByText('Greška pri unosu gosta')).toBeVisible()
  await page.unroute('**/api/sponsors/public/guests/')
  await name(page).press('Enter')
  await expect(name(page)).toHaveValue('')
  await expect(row(page, 'Iva Ivić')).toHaveCount(1)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Obriši: Ana Anić' }).click()
  await page.getByRole('button', { name: 'Obriši', exact: true }).click()
  await expect(page.getByText('Greška pri brisanju gosta')).toBeVisible()
})

test('after the deadline, pasted guests and the typed name are listed as not added', {
  tag: '@full',
}, async ({ page }) => {
  await setDeadline(86_400)
  await page.goto(`${site.url}/sponzori/${await makeSponsor('Kasni', 5, 'a@kasni.example')}`)
  await expect(add(page)).toBeEnabled()
  await name(page).fill('Ana Anić')
  await page.getByRole('button', { name: 'Dodaj više gostiju odjednom' }).click()
  await page.getByLabel('Više gostiju odjednom').fill('Iva Ivić\nEva Ević')
  await setDeadline(-1)
  await page.getByRole('button', { name: 'Dodaj 2 gosta' }).click()
  const rejected = page.getByRole('list', { name: 'Nije dodano' }).getByRole('listitem')
  await expect(rejected).toHaveText([
    'Ana Anić',
    'Iva Ivić: popis je u međuvremenu zatvoren',
    'Eva Ević: popis je u međuvremenu zatvoren',
  ])
})

test('on a closed list only the e-mail address of a failed sponsor pass can be changed', {
  tag: '@full',
}, async ({ page }) => {
  await setDeadline(86_400)
  await page.goto(`${site.url}/sponzori/${await makeSponsor('Zatvoreni', 5, 'a@z.example')}`)
  for (const guest of ['Zora Zorić', 'Vera Verić']) {
    await expect(add(page)).toBeEnabled()
    await name(page).fill(guest)
    await add(page).click()
    await expect(page.getByRole('button', { name: `Dodaj e-mail: ${guest}` })).toBeVisible()
  }
  await sql`update guests set email = 'krivo@verić.hr' where surname = 'Verić'`
  await sql`insert into mails (template, to_mail, conf_code, state)
    select 'sponsor-pass', email, conf_code, 'failed' from guests where surname = 'Verić'`
  await setDeadline(-1)
  await page.reload()
  await expect(page.getByText('Ovo je vaš konačni popis!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Promijeni e-mail: Vera Verić' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Dodaj e-mail/ })).toHaveCount(0)
})

for (const { name: size, viewport } of SCREEN_SIZES)
  test(`the sponsor list and the admin screens of sponsors are accessible: ${size}`, {
    tag: '@full',
  }, async ({ browser }) => {
    await setDeadline(86_400)
    const slug = await makeSponsor(`Tvrtka ${size}`, 30, 'a@tvrtka.example')
    const context = await browser.newContext({ viewport })
    const page = await context.newPage()
    await page.goto(`${site.url}/sponzori/${slug}`)
    await expect(add(page)).toBeEnabled()
    await page.getByRole('button', { name: 'Dodaj više gostiju odjednom' }).click()
    const guests = Array.from({ length: 13 }, (_, i) => `Gost ${'abcdefghijklm'[i]}\tg${i}@x.hr`)
    await page
      .getByLabel('Više gostiju odjednom')
      .fill([...guests, 'Gost a', 'x;krivo@'].join('\n'))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Dodaj 13 gostiju' }).click()
    await expect(page.getByLabel('Traži na popisu')).toBeVisible()
    await page.getByRole('button', { name: 'Promijeni e-mail: Gost a' }).click()
    await page.getByRole('button', { name: 'Obriši: Gost b' }).click()
    await expectAccessible(page)
    await setDeadline(-1)
    await page.reload()
    await expect(page.getByText('Ovo je vaš konačni popis!')).toBeVisible()
    await expectAccessible(page)
    await staff(context, 1)
    for (const path of ['/admin/firme', `/admin/sponsors/${slug}`]) {
      await page.goto(site.url + path)
      await expect(page.getByRole('table').first()).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto(`${site.url}/admin/sponsors/${randomUuidV1()}`)
    await expect(page).toHaveURL(/\/admin\/sponsors-add\/0$/)
    await context.close()
  })
