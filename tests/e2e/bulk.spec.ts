// covers: components/admin/guests/bulk lib/guests
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { expectAccessible } from '../support/axe'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'

const COUNT = 300
const PHONE = { width: 360, height: 780 }

/** Replaces all guests by guests 001 to 300, without tickets, each with another e-mail address. */
async function fill(db: Sql) {
  await db`truncate bulk_jobs, bulk_items`
  await empty(db, 'mails', 'mail_batches', 'guests')
  await db`insert into guests (name, surname, email, list_id)
    select 'Skupni', 'Gost' || lpad(n::text, 3, '0'), 'gost' || n || '@primjer.hr',
      (select id from guest_lists where role = 'vip') from generate_series(1, ${COUNT}) n`
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ db, page, signIn }) => {
  await fill(db)
  await signIn(page, 1)
})
const open = async (page: Page, query = '') => {
  await page.goto(`/admin/guest-list${query}`)
  await expect(link(page, 'Skupni Gost001')).toBeVisible()
}
const link = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name })
const box = (page: Page, surname: string) =>
  page.getByRole('checkbox', { name: `Odaberi: Skupni ${surname}` })
const bar = (page: Page) => page.getByRole('region', { name: 'Odabrani gosti' })
const jobs = (page: Page) => page.getByRole('region', { name: 'Skupne promjene' })
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Selects the first three guests of the list. */
async function chooseThree(page: Page) {
  await box(page, 'Gost001').click()
  await box(page, 'Gost003').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('Odabrano: 3')
}

async function chooseAction(page: Page, label: string) {
  const button = bar(page).getByRole('button', { name: label, exact: true })
  if (await button.isVisible()) return button.click()
  await bar(page).getByRole('button', { name: 'Još' }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

/** Undoes the newest bulk job, and waits until it is undone. */
async function undo(page: Page) {
  await jobs(page)
    .getByRole('button', { name: /^Poništi:/ })
    .first()
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Poništi/ })
    .click()
  await link(page, 'Skupni Gost009').hover()
  await expect(jobs(page).getByRole('listitem').first()).toContainText('poništeno:')
}

test('guests are selected by keyboard, by mouse and by search', async ({ page, db }) => {
  await open(page)

  await test.step('the keyboard selects single rows and ranges of rows', async () => {
    await link(page, 'Skupni Gost001').focus()
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('Odabrano: 1')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar(page)).toContainText('Odabrano: 3')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(bar(page)).toContainText('Odabrano: 2')
    await expect(box(page, 'Gost003')).not.toBeChecked()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('Odabrano: 3')
    // Extends the selection to the end of the list, over rows that are not loaded yet.
    await page.keyboard.press('Shift+End')
    await expect(bar(page)).toContainText(`Odabrano: ${COUNT - 1}`)
    await expect(link(page, `Skupni Gost${COUNT}`)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
    await page.keyboard.press('Control+a')
    await expect(bar(page)).toContainText(`Odabrano: ${COUNT}`)
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
  })

  await test.step('guests selected by mouse stay selected after scrolling and another search', async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await chooseThree(page)
    await box(page, 'Gost002').click()
    await expect(bar(page)).toContainText('Odabrano: 2')
    // A click on the row itself still opens the guest.
    await link(page, 'Skupni Gost002').click()
    await expect(dialog(page)).toContainText('Gost002')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await box(page, 'Gost300').click()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(box(page, 'Gost001')).toBeChecked()
    await page.getByRole('searchbox').fill('Gost00')
    await expect(page.getByText('Pronađeno: 9')).toBeVisible()
    await expect(bar(page)).toContainText('Odabrano: 3')
  })

  await test.step('a selection of all guests found ends when the search changes', async () => {
    await page.getByRole('checkbox', { name: 'Odaberi sve što popis nalazi (9)' }).click()
    await expect(bar(page)).toContainText('Odabrano: 9')
    await box(page, 'Gost004').click()
    await expect(bar(page)).toContainText('Odabrano: 8')
    await page.getByRole('searchbox').fill('Gost0')
    await expect(page.getByText('Pronađeno: 99')).toBeVisible()
    await expect(bar(page)).toBeHidden()
  })

  // Rule 4.25: rows that others delete wait for a press on 'Prikaži {n} promjena'.
  await test.step('a range over rows that are not loaded selects nothing after a change of the list', async () => {
    await page.getByRole('searchbox').fill('')
    await expect(page.getByText(`Ukupno: ${COUNT}`)).toBeVisible()
    await box(page, 'Gost001').click()
    await expect(bar(page)).toContainText('Odabrano: 1')
    await db`update guests set deleted_at = now() where surname = 'Gost005'`
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await box(page, 'Gost300').click({ modifiers: ['Shift'] })
    await expect(page.getByText('Popis se u međuvremenu promijenio.')).toBeVisible()
    await expect(bar(page)).toContainText('Odabrano: 1')
    await press(page, /^Prikaži \d+ promjen/)
    await expect(page.getByRole('button', { name: /^Prikaži \d+ promjen/ })).toHaveCount(0)
    await expect(page.getByText(`Ukupno: ${COUNT - 1}`)).toBeVisible()
    await box(page, 'Gost300').click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText(`Odabrano: ${COUNT - 1}`)
  })
})

// Rule 4.20: a bulk change is previewed first, and can be undone.
test('bulk actions show a preview, change the selected guests, and can be undone', {
  tag: '@full',
}, async ({ page, db }) => {
  await open(page)
  const firstThree = () =>
    db`select g.*, l.name as list from guests g join guest_lists l on l.id = g.list_id order by g.id limit 3`
  const before = await firstThree()
  const runAction = async (
    label: string,
    fillIn: () => Promise<unknown>,
    confirm: string,
    job: string,
  ) => {
    await test.step(label, async () => {
      await chooseThree(page)
      await chooseAction(page, label)
      await fillIn()
      await expect(dialog(page)).toContainText('Promijenit će se svi odabrani: 3.')
      await expectAccessible(page)
      await dialog(page).getByRole('button', { name: confirm }).click()
      await expect(dialog(page)).toBeHidden()
      // While the pointer is on the list, only changes by other users are held back, not the user's
      // own.
      await link(page, 'Skupni Gost009').hover()
      const newest = jobs(page).getByRole('listitem').first()
      await expect(newest).toContainText(job)
      await expect(newest).toContainText(/gotovo.* promijenjeno 3/)
      await expect(bar(page)).toBeHidden()
    })
  }
  const field = (label: string) => dialog(page).getByLabel(label)
  const nothing = async () => {}

  await runAction(
    'Promijeni popis',
    () => field('Popis').selectOption('Brucoši'),
    'Premjesti (3)',
    'Promjena popisa: Brucoši',
  )
  expect((await firstThree()).map(({ list }) => list)).toEqual(['Brucoši', 'Brucoši', 'Brucoši'])
  await undo(page)
  await runAction('Upiši napomenu', () => field('Napomena').fill('Stol 4'), 'Upiši (3)', 'Napomena')
  await undo(page)
  await runAction(
    'Zabrani ulaz',
    () => field('Razlog').fill('Lažne karte'),
    'Zabrani (3)',
    'Zabrana ulaska',
  )
  await runAction('Ukini zabranu', nothing, 'Ukini zabranu (3)', 'Ukidanje zabrane')
  await undo(page)
  expect((await firstThree()).map(({ ban_reason }) => ban_reason)).toEqual(
    Array.from({ length: 3 }, () => 'Lažne karte'),
  )
  await db`update guests set ban_reason = null where ban_reason is not null`
  await runAction('Prodaj karte', nothing, 'Prodaj (3)', 'Prodaja karata')
  expect(await db`select 1 from mails`).toHaveLength(3)
  // A guest whose mail is not sent yet gets no second mail, so the test waits.
  const underWay = () => db`select 1 from mails where state in ('queued', 'sending')`
  await expect.poll(underWay).toHaveLength(0)
  await runAction('Pošalji karte ponovno', nothing, 'Pošalji ponovno (3)', 'Ponovno slanje karata')
  await runAction('Poništi karte', nothing, 'Poništi karte (3)', 'Poništenje karata')
  await undo(page)
  expect((await firstThree()).every(({ conf_code }) => conf_code !== null)).toBe(true)
  await runAction('Obriši goste', nothing, 'Obriši (3)', 'Brisanje gostiju')
  await expect(link(page, 'Skupni Gost001')).toBeHidden()
  await undo(page)
  await expect(link(page, 'Skupni Gost001')).toBeVisible()
  const after = await firstThree()
  expect(after.map(({ id, list }) => [id, list])).toEqual(before.map(({ id, list }) => [id, list]))

  await chooseThree(page)
  const download = page.waitForEvent('download')
  await chooseAction(page, 'Izvezi odabrane')
  expect((await download).suggestedFilename()).toMatch(/^gosti-odabrani-.*\.xlsx$/)
})

test('a bulk sale skips and lists guests with a ticket, and its undo skips guests changed later', async ({
  page,
  db,
}) => {
  await db`update guests set conf_code = gen_random_uuid(), bought_at = now() where surname = 'Gost005'`
  await open(page, '?trazi=Gost00')
  await page.getByRole('checkbox', { name: /^Odaberi sve/ }).click()
  await chooseAction(page, 'Prodaj karte')
  await expect(dialog(page)).toContainText('Promijenit će se 8 od 9 odabranih.')
  await expect(dialog(page)).toContainText('već ima kartu')
  await dialog(page).getByRole('switch', { name: 'Pošalji potvrde' }).click()
  await dialog(page).getByRole('button', { name: 'Prodaj (8)' }).click()
  await press(page, 'preskočeno: 1')
  await expect(dialog(page)).toContainText('Skupni Gost005')
  await page.keyboard.press('Escape')
  expect(await db`select 1 from mails`).toEqual([])
  // Guest 001 changes after the job, so the undo leaves this guest as is.
  await db`update guests set conf_code = gen_random_uuid() where surname = 'Gost001'`
  await undo(page)
  await press(page, 'ostalo kako jest: 1')
  await expect(dialog(page)).toContainText('netko je u međuvremenu promijenio')
})

test('a change by another admin does not disable the confirm button of an open bulk dialog', {
  tag: '@full',
}, async ({ page, as, db }) => {
  const stream = page.waitForResponse(/\/api\/lists\/stream/)
  await open(page)
  await stream
  await chooseThree(page)
  await chooseAction(page, 'Upiši napomenu')
  await dialog(page).getByLabel('Napomena').fill('Stol 4')
  const confirm = dialog(page).getByRole('button', { name: 'Upiši (3)' })
  await expect(confirm).toBeEnabled()
  await page.route(/\/guests\/bulk\/\?preview=1/, () => {})
  const reloaded = page.waitForResponse(/\/api\/guests\/\?/)
  const [{ id } = {}] = await db`select id from guests where surname = 'Gost009'`
  await (await as(1)).put(`/api/guests/${id}/`, { data: { name: 'Drugi' } })
  await reloaded
  await expect(confirm).toBeEnabled()
  await confirm.click()
  await expect(dialog(page)).toBeHidden()
  await expect(jobs(page).getByRole('listitem').first()).toContainText(/gotovo.* promijenjeno 3/)
})

test('a bulk job continues after a reload of the page, and can be stopped and undone', {
  tag: '@full',
}, async ({ page, db }) => {
  await open(page)
  const other = await db.reserve()
  await other`begin`
  await other`select from guests where surname = 'Gost280' for update`
  try {
    await link(page, 'Skupni Gost001').focus()
    await page.keyboard.press('Control+a')
    await chooseAction(page, 'Upiši napomenu')
    await dialog(page).getByLabel('Napomena').fill('Polovica')
    await dialog(page)
      .getByRole('button', { name: `Upiši (${COUNT})` })
      .click()
    const progress = page.getByRole('progressbar', { name: 'Napomena' })
    await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/)
    await page.reload()
    await expect(progress).toBeVisible()
    await press(page, 'Zaustavi: Napomena')
    await expect(jobs(page).getByText(/^zaustavljeno/)).toBeVisible()
  } finally {
    await other`rollback`
    other.release()
  }
  const [row] = await db`select count(*)::int as n from guests where note is not null`
  expect(row?.n).toBeGreaterThan(0)
  expect(row?.n).toBeLessThan(COUNT)
  await undo(page)
  expect(await db`select 1 from guests where note is not null`).toEqual([])
})

test('on a phone guests are selected by tapping, and the buttons are at least 44 px high', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await open(page)
  await expect(box(page, 'Gost001')).toBeHidden()
  await press(page, 'Odaberi')
  await link(page, 'Skupni Gost001').click()
  await box(page, 'Gost002').click()
  await expect(bar(page)).toContainText('Odabrano: 2')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  for (const barButton of await bar(page).getByRole('button').all())
    expect((await barButton.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await chooseAction(page, 'Promijeni popis')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, 'Odustani od odabira')
  await expect(box(page, 'Gost001')).toBeHidden()
  await link(page, 'Skupni Gost001').click()
  await expect(dialog(page)).toContainText('Gost001')
})
