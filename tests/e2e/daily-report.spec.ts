import type { Sql } from 'postgres'
import { newPassageId } from '@/lib/admission/rules'
import { expectAccessible, LOOKS } from '../support/axe'
import { download } from '../support/download'
import { expect, freshFestival, test } from '../support/fixtures'

/** Sells one ticket at this moment (UTC). */
async function sell(db: Sql, at: string) {
  await db`
    insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Ivo', 'Šarić', id, gen_random_uuid(), ${at} from guest_lists where name = 'VIP'`
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await db`update guests set deleted_at = now() where bought_at is not null`
  await signIn(page, 1)
})

test('says that nothing is sold yet', async ({ page, db }) => {
  await page.goto('/admin/daily-report')
  await expect(page.getByText('Još nije prodana nijedna karta.')).toBeVisible()
  await sell(db, '2026-10-20T09:00:00Z')
  await page.getByRole('button', { name: 'Osvježi' }).click()
  await expect(page.getByRole('table')).toContainText('20.10.2026.')
})

test('splits each day at noon in Zagreb, newest first', async ({ page, db }) => {
  // Summer time until 25.10.: noon is 10:00 in UTC; after it, 11:00.
  for (const at of ['09:59', '10:00', '21:59']) await sell(db, `2026-10-24T${at}:00Z`)
  await sell(db, '2026-10-24T22:00:00Z')
  for (const at of ['10:59', '11:00', '11:01', '22:59']) await sell(db, `2026-10-26T${at}:00Z`)
  await page.goto('/admin/daily-report')
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText([
    'Datum',
    'Ukupno prodano',
    'Prije 12:00',
    'Nakon 12:00',
  ])
  const rows = async () =>
    (await table.locator('tbody tr, tfoot tr').allInnerTexts()).map((text) => text.split(/\s+/))
  await expect(table.locator('tbody tr')).toHaveCount(3)
  expect(await rows()).toEqual([
    ['26.10.2026.', '4', '1', '3'],
    ['25.10.2026.', '1', '1', '0'],
    ['24.10.2026.', '3', '1', '2'],
    ['Ukupno', '8', '3', '5'],
  ])

  await table.getByRole('button', { name: 'Datum' }).click()
  expect((await rows())[0]?.[0]).toBe('24.10.2026.')
  await table.getByRole('button', { name: 'Ukupno prodano' }).click()
  expect((await rows())[0]?.[0]).toBe('26.10.2026.')
  await expect(table.getByRole('columnheader', { name: 'Ukupno prodano' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('writes thousands as hr-HR does, in the table and beside the chart', async ({ page, db }) => {
  await db`
    insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Ivo', 'Šarić', id, gen_random_uuid(), '2026-10-20T08:00:00Z'
    from guest_lists, generate_series(1, 1234) where guest_lists.name = 'VIP'`
  await page.goto('/admin/daily-report')
  await expect(page.getByRole('row', { name: /^Ukupno/ })).toHaveText('Ukupno1.2341.2340')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /prodano 1\.234/)
  await page.goto('/admin')
  await expect(page.getByRole('term').filter({ hasText: 'Prodano danas' })).toBeVisible()
  await expect(page.getByText('ukupno 1.234 karata')).toBeVisible()
})

test('reads the chart by keyboard and by finger', async ({ page, db }) => {
  await sell(db, '2026-10-20T08:00:00Z')
  await sell(db, '2026-10-22T08:00:00Z')
  await sell(db, '2026-10-22T15:00:00Z')
  await page.goto('/admin/daily-report')
  const chart = page.getByRole('slider', { name: 'Dan na grafu prodaje' })
  const reads = (text: string) => expect(chart).toHaveAttribute('aria-valuetext', text)
  await reads('22.10.2026. prodano 2, prije 12:00 1, nakon 12:00 1')
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await reads('21.10.2026. prodano 0, prije 12:00 0, nakon 12:00 0')
  await page.keyboard.press('Home')
  await reads('20.10.2026. prodano 1, prije 12:00 1, nakon 12:00 0')
  await page.keyboard.press('ArrowLeft')
  await reads('20.10.2026. prodano 1, prije 12:00 1, nakon 12:00 0')
  const box = await chart.boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 5, (box?.y ?? 0) + 20)
  await reads('22.10.2026. prodano 2, prije 12:00 1, nakon 12:00 1')
})

test('says when the report cannot be had, and keeps what it had', { tag: '@full' }, async ({
  page,
  db,
}) => {
  await sell(db, '2026-10-20T08:00:00Z')
  await page.goto('/admin/daily-report')
  await expect(page.getByRole('table')).toBeVisible()
  await page.route('**/api/reports/daily/', (route) => route.abort())
  await page.getByRole('button', { name: 'Osvježi' }).click()
  await expect(page.getByText('Izvještaj se ne može dohvatiti.')).toBeVisible()
  await expect(page.getByRole('table')).toContainText('20.10.2026.')
})

/** Somebody of a list comes, or goes, by a gate at this moment (UTC). */
async function move(db: Sql, guest: number, at: string, gate = 1, verdict = 'admitted') {
  const direction = verdict === 'left' ? 'out' : 'in'
  await db`insert into passages ${db({
    ...{ id: newPassageId(Date.parse(at)), guest_id: guest, gate_id: gate, at },
    ...{ direction, verdict, decided: 'server' },
  })}`
}

async function newGuest(db: Sql, list = 'Brucoši') {
  const [guest] = await db`
    insert into guests (name, surname, list_id)
    select 'Ana', 'Horvat', id from guest_lists where name = ${list} returning id`
  return guest?.id as number
}

test('tells of any night by gate and list, in the address and as a file', async ({ page, db }) => {
  await db`delete from guests`
  await page.goto('/admin/daily-report')
  await expect(page.getByText('Još nije prodana nijedna karta.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Dolasci/ })).toHaveCount(0)

  const [{ id: north } = {}] = await db`insert into gates (name) values ('Sjever') returning id`
  const [ana, vip] = [await newGuest(db), await newGuest(db, 'VIP')]
  await move(db, ana, '2026-10-23T20:00:00Z')
  await move(db, vip, '2026-10-24T20:10:00Z', north)
  await move(db, ana, '2026-10-24T23:05:00Z', north, 'left')
  await page.reload()
  const part = page.getByRole('region', { name: 'Dolasci, noć 24.10.2026.' })
  const rows = part.locator('tbody tr, tfoot tr')
  const reads = (...lines: string[]) =>
    expect(rows).toHaveText(lines.map((line) => new RegExp(`^${line.replaceAll(' ', '\\s*')}$`)))
  await reads('22:00 1 0 2', '01:00 0 1 1', 'Ukupno 1 1 1')
  await expect(part.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    '25.10.2026. 01:00 ušlo 0, izašlo 1, unutra 1',
  )

  await part.getByLabel('Popis').selectOption('VIP')
  await reads('22:00 1 0 1', 'Ukupno 1 0 1')
  await part.getByLabel('Popis').selectOption('Svi popisi')
  await part.getByLabel('Ulaz').selectOption('Sjever')
  await reads('22:00 1 0 1', '01:00 0 1 1', 'Ukupno 1 1 1')
  await page.reload()
  await reads('22:00 1 0 1', '01:00 0 1 1', 'Ukupno 1 1 1')
  await expect(part.getByLabel('Ulaz')).toHaveValue(String(north))

  const file = await download(part.getByRole('button', { name: 'Preuzmi dolaske (Excel)' }))
  expect(file.suggestedFilename()).toBe('dolasci-2026-10-24.xlsx')

  await part.getByLabel('Noć').selectOption('23.10.2026.')
  await expect(page.getByRole('heading', { name: 'Dolasci, noć 23.10.2026.' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('noc')).toBe('2026-10-23')
  // Nobody came by that gate then: what was chosen for the other night no longer narrows.
  await expect(page.locator('section tbody tr')).toHaveText([/^22:00\s*1\s*0\s*1$/])
  await db`delete from guests`
  await db`delete from gates where id = ${north}`
})

for (const { name, viewport } of LOOKS)
  test.describe(name, () => {
    test.use({ viewport })

    test('is accessible', { tag: '@full' }, async ({ page, db }) => {
      for (let day = 1; day <= 30; day++)
        await sell(db, `2026-09-${String(day).padStart(2, '0')}T08:00:00Z`)
      await move(db, await newGuest(db), '2026-10-24T20:00:00Z')
      await page.goto('/admin/daily-report')
      for (const chart of ['Dan na grafu prodaje', 'Četvrt sata na grafu dolazaka'])
        await page.getByRole('slider', { name: chart }).waitFor()
      await expectAccessible(page)
    })
  })
