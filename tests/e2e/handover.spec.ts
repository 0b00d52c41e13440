// covers: components/admin/night lib/night
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { newPassageId } from '@/lib/admission/rules'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'

const DEVICE = '0190a0c0-0000-4000-8000-000000000001'

async function addPassage(db: Sql, guest: number | null, at: string, verdict: string, more = {}) {
  await db`insert into passages ${db({
    ...{ id: newPassageId(Date.parse(at)), guest_id: guest, gate_id: 1, device_id: DEVICE, at },
    ...{ direction: verdict === 'left' ? 'out' : 'in', verdict, decided: 'server', ...more },
  })}`
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, db, signIn }) => {
  await db`truncate passages cascade`
  await db`delete from guests`
  await db`insert into gate_devices ${db({
    ...{ id: DEVICE, gate_id: 1, label: 'Iva', is_staff: false },
    ...{ secret_hash: Buffer.alloc(32), ends_at: new Date(Date.now() + 3_600_000) },
  })} on conflict do nothing`
  const [ana, ivo] = await db<{ id: number }[]>`
    insert into guests (name, surname, list_id) values ('Ana', 'Horvat', 1), ('Ivo', 'Šarić', 1) returning id`
  await addPassage(db, ana?.id ?? 0, '2026-11-20T20:00:00Z', 'admitted', { decided: 'server_name' })
  await addPassage(db, ivo?.id ?? 0, '2026-11-20T20:30:00Z', 'admitted')
  await addPassage(db, ivo?.id ?? 0, '2026-11-20T23:30:00Z', 'left', { clock_offset: 125_000 })
  await addPassage(db, null, '2026-11-20T21:00:00Z', 'unknown')
  await signIn(page, 1)
})

/** Number of printed sheets. */
async function sheets(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return pdf.match(/\/Type\s*\/Page\b/g)?.length
}

test('the instructions for volunteers and the handover report each print on one sheet', {
  tag: '@full',
}, async ({ page }) => {
  await test.step('the instructions for volunteers show the pairing code on request and print without buttons', async () => {
    await page.goto('/admin/gates')
    await page.getByRole('link', { name: 'Upute za volontere' }).click()
    await expect(page.getByText('QR kod ti pokazuje voditelj ulaza')).toBeVisible()
    await page.getByRole('button', { name: 'Stavi kod' }).click()
    await expect(page.getByRole('img', { name: 'Kod za povezivanje uređaja' })).toBeVisible()
    expect(await sheets(page)).toBe(1)
    await page.emulateMedia({ media: 'print' })
    for (const button of await page.getByRole('button').all()) await expect(button).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await page.goto('/admin/night')
  await page.getByRole('link', { name: 'Primopredaja' }).click()
  const shift = page.getByRole('region', { name: 'Iva' })
  await test.step('the report shows a volunteer’s hours, refusals, admissions by name and clock offset', async () => {
    await expect(shift).toContainText('21:00 – 00:30')
    await expect(shift).toContainText('Odbijeno1: nepoznat kod 1')
    await expect(shift).toContainText('Po imenu1')
    await expect(shift).toContainText('kasnio 2 min 5 s')
    await expect(shift.getByText('Potpis')).toBeHidden()
  })

  await test.step('the printed report has a line for the signature, but no navigation and no print button', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(shift.getByText('Potpis')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ispiši' })).toBeHidden()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    expect(await sheets(page)).toBe(1)
  })

  await test.step('the report of a night without passages shows a notice', async () => {
    await page.emulateMedia({ media: 'screen' })
    await page.goto('/admin/night/handover?night=2026-07-01')
    await expect(page.getByText('Te noći na ulazu nije bilo ničega.')).toBeVisible()
  })
})

for (const { name, viewport } of SCREEN_SIZES)
  test.describe(name, () => {
    test.use({ viewport })

    test('the handover report is accessible', { tag: '@full' }, async ({ page }) => {
      await page.goto('/admin/night/handover?night=2026-11-20')
      await page.getByRole('region', { name: 'Iva' }).waitFor()
      await expectAccessible(page)
    })
  })
