// covers: components/admin lib/festival lib/editions app/admin
import { expect, type Page, test } from '@playwright/test'
import type postgres from 'postgres'
import connect from 'postgres'
import sharp from 'sharp'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { zagrebDay } from '@/lib/time/zagreb'
import { missingKeys } from '@/lib/translations/rules'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { expectAccessible } from '../support/axe'
import { chooseFile } from '../support/choose-file'
import { newDatabase } from '../support/database'
import { type Instance, startInstance } from '../support/instance'
import { type Issuer, startIssuer } from '../support/issuer'
import { waitForHydration } from '../support/late-scripts'

// One admin sets up a festival with only a browser: from an empty database until it could open
// tonight, and then the next edition. It is no demo, so it shows only what this test has entered.

const DOMAIN = 'brucosijada.example'
const ADMIN = { name: 'Ana', email: `ana@${DOMAIN}`, email_verified: true, hd: DOMAIN }

let issuer: Issuer
let site: Instance
let sql: postgres.Sql

test.beforeAll(async () => {
  const port = await freePort()
  issuer = await startIssuer({ admin: ADMIN }, [
    `http://127.0.0.1:${port}/api/auth/callback/google`,
  ])
  const database = await newDatabase()
  sql = connect(database, { max: 1, onnotice: () => {} })
  // Clears the edition settings, as after a first start without environment variables for them.
  await sql`update editions set contact_email = '', sponsors_email = '', instagram_url = '',
    facebook_url = '', tiktok_url = '', aircash_url = '', ticket_shop_url = ''`
  const settings = {
    ...{ DEMO: '0', GOOGLE_CLIENT_ID: issuer.clientId, GOOGLE_CLIENT_SECRET: issuer.clientSecret },
    ...{ GOOGLE_HOSTED_DOMAIN: DOMAIN, GOOGLE_ISSUER: issuer.url, ADMIN_EMAILS: ADMIN.email },
  }
  site = await startInstance(database, settings, port)
})
test.afterAll(async () => {
  await site?.stop()
  await issuer?.stop()
  await sql?.end()
})
test.use({ baseURL: undefined })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const CONSENT = 'Privola za obradu osobnih podataka'
const text = (page: Page, content: string | RegExp) => page.getByText(content).first()
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8800aa' } })
    .png()
    .toBuffer()

const choose = (page: Page, name: string, buffer: Buffer, label?: string) => {
  const which = label ? `[aria-label="${label}"]` : ''
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'image/png'
  return chooseFile(page.locator(`input[type=file]${which}`).first(), { name, mimeType, buffer })
}

/** Returns tomorrow's date in the Croatian format, for example 04.12.2026. */
const tomorrow = () => {
  const [year, month, day] = zagrebDay(new Date(Date.now() + 24 * 3_600_000)).split('-')
  return `${day}.${month}.${year}.`
}

/** Texts of the demo, which no page of this festival may show. */
const DEMO_TEXTS = /Limena Nedjelja|Okrugli paviljon|Stara dvorana|@brucosijada\.example/i

// Rule 8.13: the list of what a festival still needs.
test('one admin sets up a festival from an empty database, opens it, ends it and starts the next', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'hr-HR', timezoneId: 'Europe/Zagreb' })
  const page = await context.newPage()
  const go = (path: string) => page.goto(`${site.url}${path}`)
  /** Requests a page as a visitor. Expects no text of the demo. Returns status and HTML. */
  const visit = async (path: string) => {
    const answer = await fetch(`${site.url}${path}`)
    const html = await answer.text()
    expect(html, path).not.toMatch(DEMO_TEXTS)
    return { status: answer.status, html }
  }
  const list = page.getByRole('group').filter({ hasText: 'Prije nego što dođu posjetitelji' })

  await test.step('the admin home page lists everything that the festival still needs', async () => {
    expect((await visit('/')).status).toBe(200)
    expect((await visit('/satnica')).status).toBe(404)
    await go('/admin/login')
    await page.getByRole('button', { name: /Google/ }).click()
    await page.getByRole('link', { name: ADMIN.email }).click()
    await page.waitForURL(`${site.url}/admin`)
    for (const what of ['Kad se otvaraju vrata', 'Satnica', 'Cjenik', 'Privola', 'Drugi admin'])
      await expect(list.getByRole('link', { name: what, exact: false })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the admin enters the name, opening time, closing time and e-mail address of the festival', async () => {
    await go('/admin/festival')
    const form = page.getByRole('form', { name: 'Festival' })
    const typed = {
      Naziv: 'Ljetna noć',
      'Otvaranje vrata': `${tomorrow()} 20:00`,
      'Kraj noći': `${tomorrow()} 23:30`,
      'Adresa za festival': 'pitaj@primjer.hr',
    }
    for (const [label, value] of Object.entries(typed))
      await form.getByRole('textbox', { name: label }).fill(value)
    await form.getByRole('button', { name: /^Spremi/ }).click()
    await expect(text(page, 'Spremljeno. Posjetitelji to vide odmah.')).toBeVisible()
  })

  await test.step('the admin adds a performer, a stage and a set', async () => {
    await go('/admin/lineup-add/0')
    await choose(page, 'bend.png', await picture(1200, 1200))
    await field(page, 'Ime').fill('Žuta Dunja')
    await button(page, 'Dodaj').click()
    await expect(page).toHaveURL(`${site.url}/admin/lineup-list`)
    await go('/admin/programme')
    await field(page, 'Naziv nove pozornice').fill('Dvorište')
    await page.getByRole('form', { name: 'Nova pozornica' }).getByRole('button').click()
    await button(page, 'Dodaj nastup').click()
    const dialog = page.getByRole('dialog', { name: 'Novi nastup' })
    await dialog.getByLabel('Izvođač').selectOption({ label: 'Žuta Dunja' })
    await dialog.getByLabel('Od', { exact: true }).fill('21:00')
    await dialog.getByLabel('Do', { exact: true }).fill('22:30')
    await dialog.getByRole('button', { name: 'Dodaj' }).click()
    await expect(text(page, /^Žuta Dunja: 21:00/)).toBeVisible()
  })

  await test.step('the admin adds a price, all site texts, a poster, the consent document and a second admin', async () => {
    await go('/admin/cjenik')
    await field(page, 'Naziv').fill('Limunada')
    await field(page, 'Cijena (€)').fill('2,50')
    await field(page, 'Količina (L)').fill('0,5')
    await button(page, 'Dodaj').click()
    await expect(page.getByRole('row').filter({ hasText: 'Limunada' })).toBeVisible()

    await go('/admin/translations')
    const missing = page.getByRole('form', { name: 'Novi prijevod' })
    const [first, ...others] = missingKeys({}).raw as [string, ...string[]]
    await missing.getByLabel('Ključ').fill(first)
    await missing.getByLabel('Vrijednost').fill(`Tekst za ${first}`)
    await missing.getByRole('button', { name: 'Dodaj' }).click()
    await expect(missing.getByLabel('Ključ')).toHaveValue('')
    for (const key of others) {
      const text = { data: { key, value: `Tekst za ${key}` }, headers: { origin: site.url } }
      expect((await page.request.post(`${site.url}/api/translations/`, text)).status()).toBe(201)
    }

    await go('/admin/artwork')
    for (const [label, name, file, messageName] of [
      ['Plakat, položen', 'plakat.png', await picture(1600, 900), 'Plakat, položen'],
      [CONSENT, 'privola.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'), 'Privola'],
    ] as const) {
      await choose(page, name, file, label)
      await button(page, `Objavi: ${label}`).click()
      await expect(text(page, `${messageName}: objavljeno.`)).toBeVisible()
    }

    await go('/admin/users-add')
    await waitForHydration(page.locator('main select'))
    await field(page, 'Ime i prezime').fill('Iva')
    await page.getByLabel(/E-mail/).fill(`iva@${DOMAIN}`)
    await page.getByLabel('Privilegija').selectOption('1')
    await button(page, 'Dodaj').click()
    await expect(text(page, /dodan/)).toBeVisible()
  })

  await test.step('the site opens, and visitors see what the admin entered and nothing of the demo', async () => {
    await go('/admin/visibility')
    const flags = page.getByRole('main').getByRole('switch')
    await expect(flags).toHaveCount(FLAGS.length)
    for (const flag of await flags.all()) {
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
      await flag.click()
      expect((await saved).status()).toBe(200)
      await expect(flag).toBeChecked()
    }
    const seen = {
      '/': 'Ljetna noć',
      '/satnica': 'Žuta Dunja',
      '/lineup': 'Žuta Dunja',
      '/cjenik': 'Limunada',
      '/kontakt': 'pitaj@primjer.hr',
      '/tlocrt': 'Tlocrt',
      '/t2': 'Kako do nas',
      '/ulaznice': 'Tekst za ulaznice',
      '/brucosi': 'privolu za obradu osobnih podataka',
    }
    for (const [path, expected] of Object.entries(seen)) {
      const { status, html } = await visit(path)
      expect(status, path).toBe(200)
      expect(html, path).toMatch(new RegExp(expected, 'i'))
    }
    expect((await visit('/privola.pdf')).html).toMatch(/^%PDF-/)
    await go('/admin')
    await expect(list.getByRole('link', { name: 'Slanje mailova' })).toBeVisible()
    await expect(list).toContainText('8 od 9')
  })

  await test.step('the admin adds a guest, who counts as inside', async () => {
    await go('/admin/guests-add')
    await field(page, 'Ime').fill('Đuro')
    await field(page, 'Prezime').fill('Šarić')
    await page.getByLabel('Tag').selectOption({ label: 'VIP' })
    await button(page, 'Dodaj').click()
    await expect(text(page, 'Gost je uspješno dodan!')).toBeVisible()
    expect((await sql`select 1 from guests where entered_at is not null`).length).toBe(1)
  })

  await test.step('the edition ends, and the next edition starts without guests but with the performer', async () => {
    await go('/admin/end-edition')
    const next = Number(await page.getByLabel('Godina').inputValue())
    await page.getByRole('button', { name: 'Završi festival …' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('Ljetna noć')
    await dialog.getByRole('button', { name: 'Obriši i završi' }).click()
    await expect(text(page, /Festival Ljetna noć \d{4} je završen\./)).toBeVisible()
    const [remaining] = await sql`select (select count(*)::int from guests) as guests,
      (select count(*)::int from passages) as passages,
      (select count(*)::int from lineup_items) as performers,
      (select year from editions where ended_at is null) as year,
      (select sum(count)::int from edition_totals where kind = 'list-came') as came`
    expect(remaining).toEqual({ guests: 0, passages: 0, performers: 1, year: next, came: 1 })
    expect((await visit('/satnica')).status).toBe(404)
    expect((await visit('/')).status).toBe(200)
    await go('/admin')
    await expect(list.getByRole('link', { name: 'Kad se otvaraju vrata' })).toBeVisible()
    await expect(list.getByRole('link', { name: 'Otvaranje stranice' })).toBeVisible()
  })
  await context.close()
})
