// covers: components/admin/desk components/gate components/public/signups lib/mail
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import postgres from 'postgres'
import { TEST_BROWSER_ARGS } from '@/playwright.config'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { newDatabase } from '../support/database'
import { awaitDayBoundary } from '../support/day-boundary'
import { fakeCameraArgs, qrVideo } from '../support/fake-camera'
import { type Instance, startInstance } from '../support/instance'
import { type Issuer, startIssuer } from '../support/issuer'
import { type MailService, startMailService } from '../support/mail-service'
import { readQr } from '../support/read-qr'
import { expectVerdict, recordVerdicts } from '../support/verdicts'

const DOMAIN = 'brucosijada.example'
const member = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@${DOMAIN}`,
  email_verified: true,
  hd: DOMAIN,
})
const ACCOUNTS = {
  admin: member('Ana'),
  desk: member('Karla'),
  gate: member('Edo'),
  stranger: { ...member('Stranac'), email: 'stranac@drugdje.example', hd: 'drugdje.example' },
}
const JMBAG = '0036512345'

let issuer: Issuer
let mail: MailService
let site: Instance
let sql: postgres.Sql

test.beforeAll(async () => {
  await awaitDayBoundary()
  const port = await freePort()
  issuer = await startIssuer(ACCOUNTS, [`http://127.0.0.1:${port}/api/auth/callback/google`])
  mail = await startMailService()
  const database = await newDatabase()
  sql = postgres(database, { max: 1 })
  await sql`insert into users (email, privilege) values (${ACCOUNTS.desk.email}, 3), (${ACCOUNTS.gate.email}, 2)`
  await sql`insert into guests (jmbag, list_id) values (${JMBAG}, 1)`
  site = await startInstance(
    database,
    {
      DEMO: '0',
      GOOGLE_CLIENT_ID: issuer.clientId,
      GOOGLE_CLIENT_SECRET: issuer.clientSecret,
      GOOGLE_HOSTED_DOMAIN: DOMAIN,
      GOOGLE_ISSUER: issuer.url,
      ADMIN_EMAILS: ACCOUNTS.admin.email,
      RESEND_API_KEY: mail.key,
      RESEND_BASE_URL: mail.url,
      MAIL_FROM: `Festival <karte@${DOMAIN}>`,
    },
    port,
  )
})
test.afterAll(async () => {
  await site?.stop()
  await issuer?.stop()
  await mail?.stop()
  await sql?.end()
})

/** Signs in with Google. Its sign-in page is that of a fake issuer. */
async function signIn(page: Page, account: keyof typeof ACCOUNTS, at = '/admin/login') {
  await page.goto(`${site.url}${at}`)
  await page.getByRole('button', { name: /Google/ }).click()
  await page.getByRole('link', { name: ACCOUNTS[account].email }).click()
  await page.waitForURL(`${site.url}/**`)
}

const newPage = async (browser: Browser) =>
  (await browser.newContext({ locale: 'hr-HR', timezoneId: 'Europe/Zagreb' })).newPage()

// Rules 1.3, 3.1 and 3.8: the site goes live, and a ticket is sold and mailed.
test('a fresher signs up, buys a ticket, gets the mail, is admitted, and counts in the daily report', async ({
  browser,
}) => {
  await test.step('an admin makes the site live', async () => {
    const page = await newPage(browser)
    expect((await page.goto(`${site.url}/brucosi`))?.status()).toBe(404)
    await signIn(page, 'admin')
    await expect(page).toHaveURL(`${site.url}/admin`)
    // Without a consent document the form would be closed.
    const document = {
      name: 'privola.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    }
    const consent = { multipart: { document }, headers: { origin: site.url } }
    expect((await page.request.put(`${site.url}/api/artwork/consent/`, consent)).status()).toBe(200)
    await page.goto(`${site.url}/admin/visibility`)
    const live = page.getByRole('switch').first()
    await live.click()
    await expect(live).toBeChecked()
    // The switch moves before the change is saved, and closing the page would cancel the save.
    await expect(live).not.toHaveAttribute('aria-busy')
    await page.context().close()
  })

  await test.step('a fresher signs up', async () => {
    const page = await newPage(browser)
    await page.goto(`${site.url}/brucosi`)
    await page.getByLabel('Ime', { exact: true }).fill('Ivo')
    await page.getByLabel('Prezime').fill('Šarić')
    await page.getByLabel('JMBAG').fill(JMBAG)
    await page.getByLabel(/e-?mail/i).fill('is51234@fer.hr')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Pošalji' }).click()
    await expect(page.getByText('Vaši podaci su uspješno spremljeni.')).toBeVisible()
    await page.context().close()
  })

  await test.step('the desk sells the ticket', async () => {
    const page = await newPage(browser)
    await signIn(page, 'desk')
    await expect(page).toHaveURL(`${site.url}/admin/guests`)
    await page.getByLabel('JMBAG').fill(JMBAG)
    await expect(page.getByLabel('Ime', { exact: true })).toHaveValue('Ivo')
    await page.getByRole('switch', { name: /karta/i }).click()
    await expect(
      page.getByText(
        'Brucoš je uspješno kupio kartu, te mu je poslan konfirmacijski mail na: is51234@fer.hr',
      ),
    ).toBeVisible()
    await page.context().close()
  })

  const code = await test.step('the mail with the QR code arrives', async () => {
    await expect.poll(() => mail.delivered.length).toBe(1)
    const [sent] = mail.delivered
    expect([sent?.to].flat()).toEqual(['is51234@fer.hr'])
    expect(sent?.subject).toContain('#Brucošijada2025')
    const [picture] = sent?.attachments ?? []
    return (await readQr(Buffer.from(picture?.content ?? '', 'base64'))) ?? ''
  })

  await test.step('a phone at the gate scans the ticket, and admits the guest only once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'film-'))
    const video = join(folder, 'ticket.mjpeg')
    await qrVideo(code, video)
    const phone = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH,
      args: [...TEST_BROWSER_ARGS, ...fakeCameraArgs(video)],
    })
    const page = await newPage(phone)
    const requestedUrls: string[] = []
    page.context().on('request', (request) => requestedUrls.push(request.url()))
    await page.setViewportSize({ width: 390, height: 780 })
    // Removes BarcodeDetector, which iOS lacks, so that the page reads the code with its own
    // decoder.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'))
    await recordVerdicts(page)
    await signIn(page, 'gate')
    await expect(page).toHaveURL(`${site.url}/ulaz`)
    const scan = page.getByRole('button', { name: /skeniraj/i })
    await scan.waitFor()
    expect(requestedUrls.filter((url) => url.endsWith('.wasm'))).toEqual([])
    await scan.click()
    await expectVerdict(page, 'admitted', 'Ivo Šarić')
    // The phone may show the verdict before the server has stored the passage.
    const inside = () =>
      sql`select 1 from guests where conf_code = ${code} and entered_at is not null`
    await expect.poll(async () => (await inside()).length).toBe(1)
    // A code that stays in view of the camera is read only once. After a reload it is read again.
    await page.reload()
    await scan.click()
    await expectVerdict(page, 'inside', 'Ivo Šarić')
    const ownOrigins = [site.url, issuer.url]
    const isForeign = (url: string) =>
      /^https?:/.test(url) && !ownOrigins.some((origin) => url.startsWith(`${origin}/`))
    expect(requestedUrls.filter(isForeign)).toEqual([])
    await phone.close()
    rmSync(folder, { recursive: true })
  })

  await test.step('the daily report counts the ticket', async () => {
    const page = await newPage(browser)
    await signIn(page, 'admin', '/admin/login?next=/admin/daily-report')
    await expect(page).toHaveURL(`${site.url}/admin/daily-report`)
    const today = page.getByRole('table').getByRole('row').nth(1)
    await expect(today).toContainText(/\d{2}\.\d{2}\.\d{4}\..*1/)
    await page.context().close()
  })

  await test.step('a Google account of another domain is refused with a message', async () => {
    const page = await newPage(browser)
    await signIn(page, 'stranger')
    await expect(page).toHaveURL(/\/admin\/login\?error=wrong_domain/)
    await expect(page.getByText(/računom organizacije/)).toBeVisible()
    expect(await sql`select 1 from users where email = ${ACCOUNTS.stranger.email}`).toHaveLength(0)
    await page.context().close()
  })
})
