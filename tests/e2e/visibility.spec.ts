import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { expectAccessible, LOOKS } from '../support/axe'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import { caughtUp, hold } from '../support/hold'

const QUESTION = 'Pokušavate promijeniti jedno od VREMENA, jeste li sigurni?'

const FLAGS = {
  'Stranica je otvorena': 'COMINGSOON_VISIBILITY',
  Izvođači: 'LINEUP_VISIBILITY',
  Sponzori: 'SPONSORS_VISIBILITY',
  Cjenik: 'CJENIK_VISIBILITY',
  Tlocrt: 'TLOCRT_VISIBILITY',
  Satnica: 'SATNICA_VISIBILITY',
  Ulaznice: 'ULAZNICA_VISIBILITY',
  Igrica: 'IGRICA_VISIBILITY',
  Odbrojavanje: 'TIMER_VISIBILITY',
}

const flag = (page: Page, label: string) => page.getByRole('switch', { name: label, exact: true })
const time = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const form = (page: Page, label: string) => page.locator('form').filter({ hasText: label })

async function stored(db: Sql, name: string) {
  const [row] = await db`select visible, at from visibility_flags where name = ${name}`
  return row as { visible: boolean | null; at: Date | null }
}

async function open(page: Page) {
  await page.goto('/admin/visibility')
  await expect(flag(page, 'Odbrojavanje')).toBeVisible()
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await db`update visibility_flags set visible = false where visible is not null`
  await db`update visibility_flags set at = null`
  await signIn(page, 1)
})

test('switches each flag on and off, saved at once', async ({ page, db }) => {
  await open(page)
  for (const [label, name] of Object.entries(FLAGS)) {
    await flag(page, label).click()
    await expect(flag(page, label)).toBeChecked()
    await expect.poll(async () => (await stored(db, name)).visible).toBe(true)
  }
  await page.reload()
  for (const [label, name] of Object.entries(FLAGS)) {
    await expect(flag(page, label)).toBeChecked()
    await flag(page, label).press('Space')
    await expect.poll(async () => (await stored(db, name)).visible).toBe(false)
  }
})

test('puts back only the flag that could not be saved', async ({ page, db }) => {
  await open(page)
  await page.route('**/api/visibility/TLOCRT_VISIBILITY/', (route) => route.abort())
  await flag(page, 'Tlocrt').click()
  await flag(page, 'Cjenik').click()
  await expect(page.getByText('Tlocrt: promjena nije spremljena.')).toBeVisible()
  await expect(flag(page, 'Tlocrt')).not.toBeChecked()
  await expect(flag(page, 'Cjenik')).toBeChecked()
  await expect.poll(async () => (await stored(db, 'CJENIK_VISIBILITY')).visible).toBe(true)
})

test('says without a network that it is not saved, and does not wait for one', {
  tag: '@full',
}, async ({ page }) => {
  await open(page)
  await page.context().setOffline(true)
  await flag(page, 'Tlocrt').click()
  await expect(page.getByText('Tlocrt: promjena nije spremljena.')).toBeVisible()
  await expect(flag(page, 'Tlocrt')).not.toBeChecked()
  await page.context().setOffline(false)
})

test('shows that it is saving, and takes no second press', async ({ page }) => {
  await open(page)
  const { calls, release } = await hold(page, '**/api/visibility/SATNICA_VISIBILITY/')
  await flag(page, 'Satnica').dblclick()
  await expect(flag(page, 'Satnica')).toHaveAttribute('aria-busy', 'true')
  await expect(flag(page, 'Satnica')).toBeChecked()
  // The list is read again meanwhile, as it is when another admin changes it.
  const read = page.waitForResponse((answer) => /\/api\/visibility\/?$/.test(answer.url()))
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await read
  await caughtUp(page)
  await expect(flag(page, 'Satnica')).toBeChecked()
  release()
  await expect(flag(page, 'Satnica')).not.toHaveAttribute('aria-busy')
  expect(calls).toHaveLength(1)
})

for (const [label, name] of [
  ['Odbrojavanje do', 'TIMER_TIME'],
  ['Rok za popise sponzora', 'SPONSORS_INPUT_TIME'],
] as const)
  test.describe(label, fullUnless(name === 'TIMER_TIME'), () => {
    // A laptop far away: what is typed and shown is Zagreb's all the same.
    test.use({ timezoneId: 'America/New_York' })

    test('is asked about before it is changed or cleared', async ({ page, db }) => {
      await open(page)
      await time(page, label).fill('1.12.2026. 18:05')
      await time(page, label).press('Enter')
      const question = page.getByRole('alertdialog', { name: QUESTION })
      await question.getByRole('button', { name: 'Odustani' }).click()
      expect((await stored(db, name)).at).toBeNull()
      await expect(time(page, label)).toHaveValue('1.12.2026. 18:05')

      await form(page, label).getByRole('button', { name: 'Spremi' }).click()
      await question.getByRole('button', { name: 'Promijeni' }).click()
      await expect(time(page, label)).toHaveValue('01.12.2026. 18:05')
      expect((await stored(db, name)).at?.toISOString()).toBe('2026-12-01T17:05:00.000Z')

      await form(page, label).getByRole('button', { name: 'Obriši' }).click()
      await question.getByRole('button', { name: 'Obriši' }).click()
      await expect(time(page, label)).toHaveValue('')
      await expect.poll(async () => (await stored(db, name)).at).toBeNull()
    })

    test('is chosen in the device picker, in Zagreb time', async ({ page, db }) => {
      await open(page)
      await form(page, label).locator('input[type=datetime-local]').fill('2026-07-02T09:30')
      await expect(time(page, label)).toHaveValue('02.07.2026. 09:30')
      await form(page, label).getByRole('button', { name: 'Spremi' }).click()
      await page.getByRole('button', { name: 'Promijeni' }).click()
      await expect
        .poll(async () => (await stored(db, name)).at?.toISOString())
        .toBe('2026-07-02T07:30:00.000Z')
    })

    for (const wrong of ['32.12.2026. 20:00', 'sutra', '1.12.2026.', '29.3.2026. 2:30'])
      test(`refuses ${wrong}`, fullUnless(wrong.startsWith('32')), async ({ page }) => {
        await open(page)
        await time(page, label).fill(wrong)
        await time(page, label).press('Enter')
        await expect(time(page, label)).toHaveAccessibleDescription(
          'Upišite datum i vrijeme kao 21.11.2026. 20:00',
        )
        await expect(page.getByRole('alertdialog')).toHaveCount(0)
      })

    test('keeps what was typed when it cannot be saved', { tag: '@full' }, async ({ page }) => {
      await open(page)
      await page.route(`**/api/visibility/${name}/`, (route) => route.abort())
      await time(page, label).fill('1.12.2026. 18:05')
      await time(page, label).press('Enter')
      await page.getByRole('button', { name: 'Promijeni' }).click()
      await expect(time(page, label)).toHaveAccessibleDescription(/Promjena nije spremljena/)
      await page.getByRole('navigation').getByRole('link', { name: 'Ulaz' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
      await expect(time(page, label)).toHaveValue('1.12.2026. 18:05')
    })
  })

test('says when the settings cannot be had', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/visibility/', (route) => route.abort())
  await page.goto('/admin/visibility')
  await expect(page.getByText('Postavke se ne mogu dohvatiti.')).toBeVisible()
  await page.unroute('**/api/visibility/')
  await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await expect(flag(page, 'Tlocrt')).toBeVisible()
})

for (const { name: look, viewport } of LOOKS)
  test.describe(look, () => {
    test.use({ viewport })

    test('is accessible', { tag: '@full' }, async ({ page }) => {
      await open(page)
      await expectAccessible(page)
      await time(page, 'Odbrojavanje do').fill('1.12.2026. 18:05')
      await time(page, 'Odbrojavanje do').press('Enter')
      await page.getByRole('alertdialog').waitFor()
      await expectAccessible(page)
    })
  })
