// covers: components/admin/mails lib/mail emails
import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { expectAccessible } from '../support/axe'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'

/** Inserts a fresher with this e-mail address and without a ticket. Returns the id. */
async function storeGuest(db: postgres.Sql, name: string, email: string, jmbag: string) {
  const [guest] = await db`
    insert into guests (name, surname, email, jmbag, list_id)
    select ${name}, 'Čvrčak', ${email}, ${jmbag}, id from guest_lists where role = 'brucosi'
    returning id`
  return guest?.id as number
}

/** Notifies the mail workers, so that the test need not wait for their next poll. */
const notifySenders = (db: postgres.Sql) => db`select pg_notify('mails', '')`

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db, as }) => {
  await empty(db, 'mails', 'mail_batches')
  await db`update guests set deleted_at = now() where surname = 'Čvrčak'`
  const desk = await as(1)
  const people = [
    ['Šćepan', 'scepan@primjer.hr', '0099000001'],
    ['Mara', 'nije adresa', '0099000002'],
  ] as const
  for (const [name, email, jmbag] of people) {
    const id = await storeGuest(db, name, email, jmbag)
    expect((await desk.put(`/api/guests/${id}/`, { data: { bought: '1' } })).status()).toBe(200)
  }
  await signIn(page, 1)
})

test('mails of sold tickets are listed, found, read and sent again', async ({ page, db, as }) => {
  const mail = page.getByRole('dialog')
  await page.goto('/admin/mails')

  await test.step('each mail shows its state, and a failed mail shows the reason', async () => {
    await expect(page.getByRole('heading', { name: 'Poslana pošta' })).toBeVisible()
    await expect(row(page, 'Šćepan Čvrčak')).toContainText('Zabilježeno')
    await expect(row(page, 'Mara Čvrčak')).toContainText('Nije uspjelo')
    await expect(row(page, 'Mara Čvrčak')).toContainText('„nije adresa” nije ispravna')
    await expect(page.getByRole('button', { name: 'Svi 2' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expectAccessible(page)
  })

  await test.step('mails are filtered and searched, and the search stays after a reload', async () => {
    await page.getByRole('button', { name: 'Neuspjeli 1' }).click()
    await expect(row(page, 'Mara')).toBeVisible()
    await expect(row(page, 'Šćepan')).toHaveCount(0)
    await page.getByRole('searchbox').fill('scepan')
    await expect(page.getByText('Ništa ne odgovara ovom odabiru.')).toBeVisible()
    await page.getByRole('button', { name: /^Svi/ }).click()
    await expect(row(page, 'Šćepan')).toBeVisible()
    await expect(row(page, 'Mara')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('scepan')
  })

  await test.step('a mail is shown as it was sent, with its QR code, and as plain text', async () => {
    await row(page, 'Šćepan').getByRole('button').press('Enter')
    await expect(mail).toContainText('scepan@primjer.hr')
    await expect(mail).toContainText('#Brucošijada2025')
    await expect(page.frameLocator('iframe').getByAltText(/QR kod/)).toBeVisible()
    const picture = () =>
      page.evaluate(
        () => document.querySelector('iframe')?.contentDocument?.images[0]?.naturalWidth,
      )
    await expect.poll(picture).toBeGreaterThanOrEqual(400)
    await mail.getByRole('tab', { name: 'Samo tekst' }).click()
    await expect(mail.getByRole('tabpanel')).toContainText('Ulaznica glasi na: Šćepan Čvrčak')
    await expectAccessible(page, { skipsFrames: true })
    await page.goBack()
    await expect(mail).toHaveCount(0)
  })

  await test.step('a mail is sent again exactly once after a confirmation dialog', async () => {
    await row(page, 'Šćepan').getByRole('button').click()
    await page.getByRole('button', { name: 'Pošalji ponovno' }).click()
    await page.getByRole('button', { name: 'Odustani' }).click()
    await page.getByRole('button', { name: 'Pošalji ponovno' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pošalji' }).dblclick()
    await expect(page.getByText('Mail je u redu za slanje.')).toBeVisible()
    await expect(mail).toContainText('ponovno slanje')
    await expect(mail).toContainText('Zabilježeno')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Šćepan')).toHaveCount(2)
    const mails = await db`select resend from mails where to_mail = 'scepan@primjer.hr'`
    expect(mails.map((m) => m.resend).sort()).toEqual([false, true])
  })

  await test.step('the mail of a returned ticket cannot be sent again', async () => {
    const [guest] = await db`
      select id from guests where email = 'scepan@primjer.hr' and deleted_at is null`
    const returned = await (await as(1)).put(`/api/guests/${guest?.id}/`, { data: { bought: '0' } })
    expect(returned.status()).toBe(200)
    await row(page, 'Šćepan').first().getByRole('button').click()
    await expect(mail).toContainText('Karta iz ovog maila više ne vrijedi')
    await expect(page.getByRole('button', { name: 'Pošalji ponovno' })).toHaveCount(0)
  })
})

test('a mail batch shows its progress, stops and continues, and all failed mails are sent again', async ({
  page,
  db,
}) => {
  const [batch] = await db`
    insert into mail_batches (kind, total, created_by)
    values ('list', 150, (select min(id) from users where privilege = 1)) returning id`
  // Fifty mails are due now. The test makes the others due later, so that the speed of the workers
  // has no effect.
  await db`
    insert into mails (template, to_mail, name, subject, message, batch_id, due_at)
    select 'message', case when i = 1 then 'nije adresa' else 'g' || i || '@primjer.hr' end,
      'Gost ' || i, 'Vrata u 20 h', 'Ponesi osobnu.', ${batch?.id},
      now() + case when i > 50 then interval '1 hour' else interval '0' end
    from generate_series(1, 150) i`
  await notifySenders(db)
  const batchRow = row(page, 'Slanje po popisu')
  await page.goto('/admin/mails')

  await test.step('a double click on the stop button stops the batch and does not continue it', async () => {
    await expect(batchRow.getByRole('progressbar')).toBeVisible()
    await expect(batchRow).toContainText('50 od 150')
    await batchRow.getByRole('button', { name: 'Zaustavi' }).dblclick()
    await expect(page.getByText('Slanje je zaustavljeno.')).toBeVisible()
    await expect(batchRow).toContainText('ostatak čeka')
    // Simulates the second click of a double click, which arrives after the first response.
    await batchRow.getByRole('button', { name: 'Nastavi' }).dispatchEvent('click', { detail: 2 })
    await expectAccessible(page, { skipsFrames: true })
  })

  await test.step('the queued mails of a stopped batch stay queued while another mail is sent', async () => {
    await db`update mails set due_at = now() where state = 'queued'`
    await notifySenders(db)
    // A mail that was queued later is sent, so the workers have polled and skipped the stopped
    // batch.
    await db`
      insert into mails (template, to_mail, name, subject, message)
      values ('message', 'poslije@primjer.hr', 'Kasnija', 'Vrata u 20 h', 'Ponesi osobnu.')`
    await notifySenders(db)
    const later = () => db`select state from mails where name = 'Kasnija'`
    await expect.poll(later, { timeout: 30_000 }).toMatchObject([{ state: 'recorded' }])
    await page.reload()
    await expect(batchRow).toContainText('50 od 150')
    expect(await db`select 1 from mails where state = 'queued'`).toHaveLength(100)
  })

  await test.step('a continued batch finishes and lists its failed mail', async () => {
    await batchRow.getByRole('button', { name: 'Nastavi' }).press('Enter')
    await expect(batchRow).toContainText('150 od 150')
    await expect(batchRow).toContainText('nije uspjelo: 1')
    await batchRow.getByRole('button', { name: /^Mailovi ovog slanja/ }).click()
    await page.getByRole('button', { name: /^Neuspjeli/ }).click()
    const listed = page.getByRole('list', { name: 'Mailovi' }).getByRole('listitem')
    await expect(listed).toHaveText([/Gost 1.*„nije adresa” nije ispravna/])
  })

  await test.step('all failed mails are sent again in one new batch, also after a double click', async () => {
    await page.getByRole('button', { name: 'Pošalji neuspjele ponovno' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Neuspjelih mailova: 2.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pošalji' }).dblclick()
    await expect(page.getByText('U redu za slanje: 2.')).toBeVisible()
    await page.getByRole('button', { name: 'Svi mailovi' }).click()
    await expect(row(page, 'Ponovno slanje neuspjelih')).toContainText('2 od 2')
    expect(await db`select 1 from mail_batches`).toHaveLength(2)
  })
})
