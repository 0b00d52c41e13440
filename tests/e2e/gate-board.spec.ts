// covers: components/admin/gates lib/gate
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { newPassageId } from '@/lib/admission/rules'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'

const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text })
const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const HEALTHY_STATUS = {
  ...{ queue: 0, rosterAt: fromNow(0), release: 'x', battery: 0.8, camera: 'on' },
  storage: { used: 1, quota: 100 },
}

async function makeDevice(db: Sql, label: string, status: object = HEALTHY_STATUS, gateId = 1) {
  const row = {
    ...{ gate_id: gateId, label, is_staff: false, ends_at: fromNow(300), last_seen_at: fromNow(0) },
    ...{ secret_hash: Buffer.alloc(32), status: db.json(status as never) },
  }
  const [device] = await db`insert into gate_devices ${db(row)} returning id`
  return device?.id as string
}

async function admitOffline(
  db: Sql,
  guestId: number,
  deviceId: string,
  minutes: number,
  objection = null as string | null,
) {
  const at = fromNow(-minutes)
  await db`insert into passages ${db({
    ...{ id: newPassageId(Date.parse(at)), guest_id: guestId, gate_id: 1, device_id: deviceId },
    ...{ direction: 'in', verdict: 'admitted', decided: 'alone', at, server_refusal: objection },
  })}`
}

async function makeGuest(db: Sql, name: string) {
  const [guest] =
    await db`insert into guests ${db({ name, surname: 'Horvat', list_id: 1 })} returning id`
  return guest?.id as number
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ db, signIn, page }) => {
  await empty(db, 'guests', 'gate_pairings', 'gate_devices')
  await db`delete from gates where id > 1`
  await signIn(page, 1)
})

test('a pairing code registers one phone within ten minutes', { tag: '@full' }, async ({
  page,
  db,
}) => {
  const count = async () => (await db`select from gate_pairings`).length
  await page.clock.install()
  await page.goto('/admin/gates')
  await expect(page.getByText('Ulaz još čeka prvi uređaj.')).toBeVisible()
  await page.getByRole('button', { name: 'Poveži uređaj' }).click()
  const dialog = page.getByRole('dialog', { name: 'Poveži uređaj' })
  const timer = dialog.getByRole('timer')
  const until = dialog.getByLabel('Smjena traje do', { exact: true })
  await test.step('the code is shown with its remaining time, for a shift until 06:00', async () => {
    await expect(dialog.getByRole('img', { name: 'Kod za povezivanje uređaja' })).toBeVisible()
    await expect(timer).toHaveText(/Vrijedi još (10:00|9:\d\d)/)
    await expect(until).toHaveValue(/ 06:00$/)
  })

  const device =
    await test.step('the dialog names the paired device, and a button creates the next code', async () => {
      const device = await makeDevice(db, 'Iva')
      await db`update gate_pairings set used_at = now(), device_id = ${device}`
      await expect(dialog.getByText('Povezan je uređaj Iva')).toBeVisible()
      await dialog.getByRole('button', { name: 'Poveži sljedeći' }).click()
      await expect(timer).toBeVisible()
      expect(await count()).toBe(2)
      return device
    })

  await test.step('a code stays valid when the clock of the computer is fast', async () => {
    await page.clock.fastForward('10:01')
    await expect(timer).toHaveText(/Vrijedi još (10:00|9:\d\d)/)
    await page.clock.setSystemTime(Date.now())
  })

  await test.step('an expired code is shown as expired, and a button creates a new code', async () => {
    await page.route(/\/api\/gates\/board/, async (route) => {
      const response = await route.fetch()
      const board = await response.json()
      await route.fulfill({ response, json: { ...board, now: fromNow(10.1) } })
    })
    await expect(timer).toHaveText('Kod je istekao')
    await page.unrouteAll({ behavior: 'wait' })
    await dialog.getByRole('button', { name: 'Novi kod' }).click()
    await expect.poll(count).toBe(3)
  })

  await test.step('an invalid end of the shift is rejected', async () => {
    await until.fill('sutra')
    await dialog.getByRole('button', { name: 'Novi kod' }).click()
    await expect(dialog.getByText('Upišite vrijeme kao dd.mm.gggg. hh:mm.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row').filter({ hasText: 'Iva' })).toBeVisible()
  })

  await test.step('repeated attempts with a used code are listed with their number and browser', async () => {
    await db`
      update gate_pairings set tries = 2, last_try_at = now(), last_try_by = 'Safari, iPhone'
      where device_id = ${device}`
    const tries = page.getByRole('region', { name: 'Pokušaji s nevažećim kodom' })
    await expect(tries).toContainText('Već iskorišten kod: pokušaja 2')
    await expect(tries).toContainText('Safari, iPhone · kodom je povezan Iva')
  })
})

// Rule 6.26: devices and open issues on the gate board.
test('the gate board shows open issues and resolves them', async ({ page, db }) => {
  const iva = await makeDevice(db, 'Iva')
  const [mia, luka] = [await makeGuest(db, 'Mia'), await makeGuest(db, 'Luka')]
  await page.goto('/admin/gates')
  await expect(page.getByText('Sve je u redu. Radi 1 uređaj.')).toBeVisible()
  await test.step('a device with a long queue and a low battery is marked as needing attention', async () => {
    await makeDevice(db, 'Ante', { ...HEALTHY_STATUS, queue: 61, battery: 0.07 })
    const row = page.getByRole('row').filter({ hasText: 'Ante' })
    await expect(row).toContainText('Na slanje čeka 61 prolaza.')
    await expect(row).toContainText('Baterija 7 %.')
    await expect(page.getByText('Uređaja na ulazu: 2 · treba pažnju: 1')).toBeVisible()
  })

  await test.step('a device is revoked after a confirmation, and its number of unsent passages is shown', async () => {
    await page.getByRole('button', { name: 'Odjavi uređaj Ante' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Odjavi' }).click()
    await expect(toast(page, 'Uređaj Ante je odjavljen.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Ante' })).toHaveCount(0)
    await expect(page.getByText('Ante: Na kraju je držao 61 neposlanih prolaza.')).toBeVisible()
    const revoked =
      await db`select from gate_devices where label = 'Ante' and revoked_at is not null`
    expect(revoked).toHaveLength(1)
  })

  await test.step('a duplicate admission is shown with both devices, and is resolved', async () => {
    const marko = await makeDevice(db, 'Marko')
    for (const guest of [mia, luka]) {
      await admitOffline(db, guest, iva, 9)
      await admitOffline(db, guest, marko, 4)
    }
    const doubles = page.getByRole('region', { name: 'Dvostruki ulazi' })
    const of = (name: string) => doubles.getByRole('listitem').filter({ hasText: `${name} Horvat` })
    await expect(of('Mia')).toContainText('razmak 5 min')
    await expect(of('Mia')).toContainText('Iva')
    await expect(of('Mia')).toContainText('Marko')
    await of('Mia').getByRole('button', { name: 'Kopirana karta' }).click()
    await expect(of('Mia')).toHaveCount(0)
    await of('Luka').getByRole('button', { name: 'Pogreška, drugi ulaz se ne računa' }).click()
    // Resolving a duplicate admission as a mistake needs a confirmation.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Poništi' }).click()
    await expect(doubles).toHaveCount(0)
    const voidingPassages = () => db`select from passages where voids is not null`
    await expect.poll(async () => (await voidingPassages()).length).toBe(1)
    await page.getByText('Riješeno u zadnja 24 sata (2)').click()
    await expect(page.getByText('Mia Horvat: Kopirana karta')).toBeVisible()
  })

  await test.step('a disputed offline admission is listed, and is resolved by leading the guest out', async () => {
    const ana = await makeGuest(db, 'Ana')
    await admitOffline(db, ana, iva, 3, 'banned')
    const disputes = page.getByRole('region', { name: 'Sporni prolazi bez mreže' })
    await expect(disputes).toContainText('Gost ima zabranu ulaska.')
    await disputes.getByRole('button', { name: 'Izveden je van' }).click()
    await expect(disputes).toHaveCount(0)
    const inside = () => db`select from guests where id = ${ana} and entered_at is not null`
    await expect.poll(async () => (await inside()).length).toBe(0)
  })
})

// Rule 6.30: a single gate is never named.
test('the names of gates are shown only when there are several', { tag: '@full' }, async ({
  page,
  db,
}) => {
  await page.goto('/admin/gates')
  await expect(page.getByRole('region', { name: 'Uređaji' })).toBeVisible()
  await page.getByLabel('Nepoznata karta, nema mreže').selectOption('Pusti i zabilježi')
  await expect(toast(page, 'Spremljeno.')).toBeVisible()
  const [gate] = await db`select unknown_policy from gates where id = 1`
  expect(gate?.unknown_policy).toBe('admit')
  await page.getByLabel('Naziv novog ulaza').fill('Jug')
  await page.getByRole('button', { name: 'Dodaj', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Jug' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Poveži uređaj: Jug' })).toBeVisible()
  await page.getByRole('button', { name: 'Obriši ulaz Jug' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši' }).click()
  await expect(page.getByRole('region', { name: 'Uređaji' })).toBeVisible()
  // The capacity of a gate still applies when the gate is the only one, so it must be shown.
  const capacity = page.getByRole('button', { name: /^Najviše unutra/ })
  await expect(capacity).toHaveCount(0)
  await db`update gates set unknown_policy = 'stop', capacity = 5 where id = 1`
  await page.reload()
  await expect(capacity).toHaveText('5')
  await db`update gates set capacity = null`
})

for (const { name, ...options } of SCREEN_SIZES)
  test.describe(`on a ${name}`, () => {
    test.use(options)
    test('the gate board and the page for volunteers are accessible', { tag: '@full' }, async ({
      page,
      db,
    }) => {
      const iva = await makeDevice(db, 'Iva', { ...HEALTHY_STATUS, queue: 70 })
      const guest = await makeGuest(db, 'Mia')
      await admitOffline(db, guest, iva, 9)
      await admitOffline(db, guest, await makeDevice(db, 'Ante'), 4)
      await page.goto('/admin/gates')
      await expect(page.getByRole('region', { name: 'Dvostruki ulazi' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Poveži uređaj' }).click()
      await expect(page.getByRole('timer')).toBeVisible()
      await expectAccessible(page)
      await page.goto('/admin/gates/print')
      await expect(page.getByRole('heading', { name: 'Na ulazu' })).toBeVisible()
      await expectAccessible(page)
    })
  })
