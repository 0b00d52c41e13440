import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { newPassageId } from '@/lib/admission/rules'
import { expectAccessible, LOOKS } from '../support/axe'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'

const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text })
const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const WELL = {
  ...{ queue: 0, rosterAt: fromNow(0), release: 'x', battery: 0.8, camera: 'on' },
  storage: { used: 1, quota: 100 },
}

async function makeDevice(db: Sql, label: string, status: object = WELL, gateId = 1) {
  const row = {
    ...{ gate_id: gateId, label, is_staff: false, ends_at: fromNow(300), last_seen_at: fromNow(0) },
    ...{ secret_hash: Buffer.alloc(32), status: db.json(status as never) },
  }
  const [device] = await db`insert into gate_devices ${db(row)} returning id`
  return device?.id as string
}

async function letIn(
  db: Sql,
  guestId: number,
  deviceId: string,
  minutes: number,
  objection = null as string | null,
) {
  const at = fromNow(-minutes)
  await db`insert into passages ${db({
    ...{ id: newPassageId(Date.parse(at)), guest_id: guestId, gate_id: 1, device_id: deviceId },
    ...{ direction: 'in', verdict: 'admitted', decided: 'alone', at, objection },
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

test('an empty board says what to do first; a code joins one phone and says who came', async ({
  page,
  db,
}) => {
  await page.goto('/admin/gates')
  await expect(page.getByText('Ulaz još čeka prvi uređaj.')).toBeVisible()
  await page.getByRole('button', { name: 'Poveži uređaj' }).click()
  const dialog = page.getByRole('dialog', { name: 'Poveži uređaj' })
  await expect(dialog.getByRole('img', { name: 'Kod za povezivanje uređaja' })).toBeVisible()
  await expect(dialog.getByRole('timer')).toHaveText(/Vrijedi još (10:00|9:\d\d)/)
  await expect(dialog.getByLabel('Smjena traje do', { exact: true })).toHaveValue(/ 06:00$/)

  const device = await makeDevice(db, 'Iva')
  await db`update gate_pairings set used_at = now(), device_id = ${device}`
  await expect(dialog.getByText('Povezan je uređaj Iva')).toBeVisible()
  await dialog.getByRole('button', { name: 'Poveži sljedeći' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect((await db`select count(*)::int as n from gate_pairings`)[0]?.n).toBe(2)
  await dialog.getByLabel('Smjena traje do', { exact: true }).fill('sutra')
  await dialog.getByRole('button', { name: 'Novi kod' }).click()
  await expect(dialog.getByText('Upišite vrijeme kao dd.mm.gggg. hh:mm.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Iva' })).toBeVisible()

  await db`update gate_pairings set tries = 2, last_try_at = now(), last_try_by = 'Safari, iPhone' where device_id = ${device}`
  const tries = page.getByRole('region', { name: 'Pokušaji s nevažećim kodom' })
  await expect(tries).toContainText('Već iskorišten kod: pokušaja 2')
  await expect(tries).toContainText('Safari, iPhone · kodom je povezan Iva')
})

test('a code that has run out says so, and a new one is one press away', async ({ page, db }) => {
  await page.clock.install()
  await page.goto('/admin/gates')
  await page.getByRole('button', { name: 'Poveži uređaj' }).click()
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText(/Vrijedi još/)
  await page.clock.fastForward('10:01')
  await expect(timer).toHaveText('Kod je istekao')
  await page.clock.setSystemTime(Date.now())
  await page.getByRole('button', { name: 'Novi kod' }).click()
  await expect.poll(async () => (await db`select from gate_pairings`).length).toBe(2)
})

test('what needs a person is loud, and a device is revoked with one press and one question', async ({
  page,
  db,
}) => {
  await makeDevice(db, 'Iva')
  await page.goto('/admin/gates')
  await expect(page.getByText('Sve je u redu. Radi 1 uređaj.')).toBeVisible()
  await makeDevice(db, 'Ante', { ...WELL, queue: 61, battery: 0.07 })
  const row = page.getByRole('row').filter({ hasText: 'Ante' })
  await expect(row).toContainText('Na slanje čeka 61 prolaza.')
  await expect(row).toContainText('Baterija 7 %.')
  await expect(page.getByText('Uređaja na ulazu: 2 · treba pažnju: 1')).toBeVisible()

  await page.getByRole('button', { name: 'Odjavi uređaj Ante' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Odjavi' }).click()
  await expect(toast(page, 'Uređaj Ante je odjavljen.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Ante je na kraju još držao 61 neposlanih prolaza.')).toBeVisible()
  const [device] = await db`select revoked_at from gate_devices where label = 'Ante'`
  expect(device?.revoked_at).not.toBeNull()
})

test('a double is shown in pairs and settled by a word; a slip of the hand is asked about', async ({
  page,
  db,
}) => {
  const [iva, ante] = [await makeDevice(db, 'Iva'), await makeDevice(db, 'Ante')]
  const [mia, luka] = [await makeGuest(db, 'Mia'), await makeGuest(db, 'Luka')]
  for (const guest of [mia, luka]) {
    await letIn(db, guest, iva, 9)
    await letIn(db, guest, ante, 4)
  }
  await page.goto('/admin/gates')
  const doubles = page.getByRole('region', { name: 'Dvostruki ulazi' })
  const of = (name: string) => doubles.getByRole('listitem').filter({ hasText: `${name} Horvat` })
  await expect(of('Mia')).toContainText('razmak 5 min')
  await expect(of('Mia')).toContainText('Iva')
  await expect(of('Mia')).toContainText('Ante')
  await of('Mia').getByRole('button', { name: 'Kopirana karta' }).click()
  await expect(of('Mia')).toHaveCount(0)
  await of('Luka').getByRole('button', { name: 'Pogreška, drugi ulaz se ne računa' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Poništi' }).click()
  await expect(doubles).toHaveCount(0)
  const taken = () => db`select from passages where takes_back is not null`
  await expect.poll(async () => (await taken()).length).toBe(1)
  await page.getByText('Riješeno u zadnja 24 sata (2)').click()
  await expect(page.getByText('Mia Horvat: Kopirana karta')).toBeVisible()
})

test('who was let in alone and should not have been is led out', async ({ page, db }) => {
  const guest = await makeGuest(db, 'Mia')
  await letIn(db, guest, await makeDevice(db, 'Iva'), 3, 'banned')
  await page.goto('/admin/gates')
  const told = page.getByRole('region', { name: 'Sporni prolazi bez mreže' })
  await expect(told).toContainText('Gost ima zabranu ulaska.')
  await told.getByRole('button', { name: 'Izveden je van' }).click()
  await expect(told).toHaveCount(0)
  const inside = () => db`select from guests where id = ${guest} and entered_at is not null`
  await expect.poll(async () => (await inside()).length).toBe(0)
})

test('one gate has no name; a second one gives both theirs', { tag: '@full' }, async ({
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
  await db`update gates set unknown_policy = 'stop'`
})

test('the page for volunteers fits on one sheet of paper, with a code or a place for it', async ({
  page,
}) => {
  await page.goto('/admin/gates')
  await page.getByRole('link', { name: 'Upute za volontere' }).click()
  await expect(page.getByText('QR kod ti pokazuje voditelj ulaza')).toBeVisible()
  await page.getByRole('button', { name: 'Stavi kod' }).click()
  await expect(page.getByRole('img', { name: 'Kod za povezivanje uređaja' })).toBeVisible()
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  for (const button of await page.getByRole('button').all()) await expect(button).toBeHidden()
})

for (const { name, ...look } of LOOKS)
  test.describe(`on a ${name}`, () => {
    test.use(look)
    test('the board and the page for volunteers are accessible', { tag: '@full' }, async ({
      page,
      db,
    }) => {
      const iva = await makeDevice(db, 'Iva', { ...WELL, queue: 70 })
      const guest = await makeGuest(db, 'Mia')
      await letIn(db, guest, iva, 9)
      await letIn(db, guest, await makeDevice(db, 'Ante'), 4)
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
