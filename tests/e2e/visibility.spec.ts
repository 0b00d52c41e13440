// covers: components/admin/visibility lib/visibility
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests, waitForIdle } from '../support/hold'

const flag = (page: Page, label: string) => page.getByRole('switch', { name: label, exact: true })
const time = (page: Page) => page.getByLabel('Odbrojavanje do', { exact: true })

async function stored(db: Sql, name: string) {
  const [row] = await db`select visible, at from visibility_flags where name = ${name}`
  return row as { visible: boolean | null; at: Date | null }
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await db`update visibility_flags set visible = false where visible is not null`
  await db`update visibility_flags set at = null`
  await signIn(page, 1)
})

// Rules 10.16 and 13.16: saving visibility flags.
test('a flag is saved by one click, and returns to its old value when it cannot be saved', async ({
  page,
  db,
}) => {
  const expectStored = (name: string) =>
    expect.poll(async () => (await stored(db, `${name}_VISIBILITY`)).visible)
  const flags = { 'Stranica je otvorena': 'COMINGSOON', Izvođači: 'LINEUP', Igrica: 'IGRICA' }

  await test.step('an error is shown when the flags cannot be loaded', async () => {
    await page.route('**/api/visibility/', (route) => route.abort())
    await page.goto('/admin/visibility')
    await expect(page.getByText('Postavke se ne mogu dohvatiti.')).toBeVisible()
    await page.unroute('**/api/visibility/')
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
    await expect(page.getByRole('main').getByRole('switch')).toHaveCount(FLAGS.length)
  })

  await test.step('flags are switched on and off, also by keyboard', async () => {
    for (const [label, name] of Object.entries(flags)) {
      await flag(page, label).click()
      await expect(flag(page, label)).toBeChecked()
      await expectStored(name).toBe(true)
    }
    await page.reload()
    for (const [label, name] of Object.entries(flags)) {
      await expect(flag(page, label)).toBeChecked()
      await flag(page, label).press('Space')
      await expectStored(name).toBe(false)
    }
  })

  await test.step('only the flag that could not be saved returns to its old value', async () => {
    await page.route('**/api/visibility/TLOCRT_VISIBILITY/', (route) => route.abort())
    await flag(page, 'Tlocrt').click()
    await flag(page, 'Cjenik').click()
    await expect(page.getByText('Tlocrt: promjena nije spremljena.')).toBeVisible()
    await expect(flag(page, 'Tlocrt')).not.toBeChecked()
    await expect(flag(page, 'Cjenik')).toBeChecked()
    await expectStored('CJENIK').toBe(true)
  })

  await test.step('a change without a network is reported as not saved', async () => {
    await page.context().setOffline(true)
    await flag(page, 'Sponzori').click()
    await expect(page.getByText('Sponzori: promjena nije spremljena.')).toBeVisible()
    await expect(flag(page, 'Sponzori')).not.toBeChecked()
    await page.context().setOffline(false)
  })

  await test.step('a flag shows that it is being saved, and a double click sends one request', async () => {
    const { bodies, release } = await holdRequests(page, '**/api/visibility/SATNICA_VISIBILITY/')
    await flag(page, 'Satnica').dblclick()
    await expect(flag(page, 'Satnica')).toHaveAttribute('aria-busy', 'true')
    await expect(flag(page, 'Satnica')).toBeChecked()
    // The page loads the flags again during the save, as after a change by another admin.
    const read = page.waitForResponse((answer) => /\/api\/visibility\/?$/.test(answer.url()))
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await read
    await waitForIdle(page)
    await expect(flag(page, 'Satnica')).toBeChecked()
    release()
    await expect(flag(page, 'Satnica')).not.toHaveAttribute('aria-busy')
    expect(bodies).toHaveLength(1)
  })
})

test.describe('on a laptop in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  // Rules 1.22 and 13.17: times are in Zagreb time, and a change asks for confirmation.
  test('a time is set and cleared after a confirmation, in Zagreb time', async ({ page, db }) => {
    const form = page.locator('form').filter({ hasText: 'Odbrojavanje do' })
    const question = page.getByRole('alertdialog', {
      name: 'Pokušavate promijeniti jedno od VREMENA, jeste li sigurni?',
    })
    const storedAt = async () => (await stored(db, 'TIMER_TIME')).at?.toISOString()
    await page.goto('/admin/visibility')

    await test.step('an invalid time is refused', async () => {
      await time(page).fill('32.12.2026. 20:00')
      await time(page).press('Enter')
      await expect(time(page)).toHaveAccessibleDescription(
        'Upišite datum i vrijeme kao 21.11.2026. 20:00',
      )
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    })

    await test.step('a changed time is not stored without a confirmation', async () => {
      await time(page).fill('1.12.2026. 18:05')
      await time(page).press('Enter')
      await question.getByRole('button', { name: 'Odustani' }).click()
      expect(await storedAt()).toBeUndefined()
      await expect(time(page)).toHaveValue('1.12.2026. 18:05')
    })

    await test.step('a time that cannot be saved stays in the field', async () => {
      await page.route('**/api/visibility/TIMER_TIME/', (route) => route.abort())
      await form.getByRole('button', { name: 'Spremi' }).click()
      await question.getByRole('button', { name: 'Promijeni' }).click()
      await expect(time(page)).toHaveAccessibleDescription(/Promjena nije spremljena/)
      await page.getByRole('navigation').getByRole('link', { name: 'Ulaz' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
      await expect(time(page)).toHaveValue('1.12.2026. 18:05')
      await page.unroute('**/api/visibility/TIMER_TIME/')
    })

    await test.step('a time is saved in Zagreb time, and cleared after a confirmation', async () => {
      await form.getByRole('button', { name: 'Spremi' }).click()
      await question.getByRole('button', { name: 'Promijeni' }).click()
      await expect(time(page)).toHaveValue('01.12.2026. 18:05')
      await expect(time(page)).not.toHaveAccessibleDescription(/Promjena nije spremljena/)
      expect(await storedAt()).toBe('2026-12-01T17:05:00.000Z')
      await form.getByRole('button', { name: 'Obriši' }).click()
      await question.getByRole('button', { name: 'Obriši' }).click()
      await expect(time(page)).toHaveValue('')
      await expect.poll(storedAt).toBeUndefined()
    })

    await test.step('the error of a time that cannot be saved disappears with the typed time', async () => {
      await page.route('**/api/visibility/TIMER_TIME/', (route) => route.abort())
      await time(page).fill('2.12.2026. 18:05')
      await form.getByRole('button', { name: 'Spremi' }).click()
      await question.getByRole('button', { name: 'Promijeni' }).click()
      await expect(time(page)).toHaveAccessibleDescription(/Promjena nije spremljena/)
      await form.getByRole('button', { name: 'Odustani' }).click()
      await expect(time(page)).toHaveValue('')
      await expect(time(page)).not.toHaveAccessibleDescription(/Promjena nije spremljena/)
      await page.unroute('**/api/visibility/TIMER_TIME/')
    })

    await test.step('a time can be chosen in the date picker of the device', async () => {
      await form.locator('input[type=datetime-local]').fill('2026-07-02T09:30')
      await expect(time(page)).toHaveValue('02.07.2026. 09:30')
      await form.getByRole('button', { name: 'Spremi' }).click()
      await question.getByRole('button', { name: 'Promijeni' }).click()
      await expect.poll(storedAt).toBe('2026-07-02T07:30:00.000Z')
    })

    await test.step('the deadline of the sponsor lists is set in the same way', async () => {
      await page.getByLabel('Rok za popise sponzora', { exact: true }).fill('1.12.2026. 18:05')
      await page.keyboard.press('Enter')
      await question.getByRole('button', { name: 'Promijeni' }).click()
      await expect
        .poll(async () => (await stored(db, 'SPONSORS_INPUT_TIME')).at?.toISOString())
        .toBe('2026-12-01T17:05:00.000Z')
    })
  })
})

for (const { name: size, viewport } of SCREEN_SIZES)
  test.describe(size, () => {
    test.use({ viewport })

    test('the page of visibility flags is accessible', { tag: '@full' }, async ({ page }) => {
      await page.goto('/admin/visibility')
      await expect(flag(page, 'Odbrojavanje')).toBeVisible()
      await expectAccessible(page)
      await time(page).fill('1.12.2026. 18:05')
      await time(page).press('Enter')
      await page.getByRole('alertdialog').waitFor()
      await expectAccessible(page)
    })
  })
