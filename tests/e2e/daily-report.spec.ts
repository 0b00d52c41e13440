// covers: components/admin/reports lib/reports
import type { Sql } from 'postgres'
import { newPassageId } from '@/lib/admission/rules'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { download } from '../support/download'
import { expect, freshFestival, test } from '../support/fixtures'

/** Inserts guests whose tickets were bought at this time (UTC). */
async function sell(db: Sql, at: string, count = 1) {
  await db`
    insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Ivo', 'Šarić', id, gen_random_uuid(), ${at}
    from guest_lists, generate_series(1, ${count}) where guest_lists.name = 'VIP'`
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await db`update guests set deleted_at = now() where bought_at is not null`
  await signIn(page, 1)
})

// Rule 13.20: columns and order of the daily report.
test('the daily report splits days at noon in Zagreb, is sorted, and has a chart for keyboard and mouse', async ({
  page,
  db,
}) => {
  const table = page.getByRole('table')
  const rows = async () =>
    (await table.locator('tbody tr, tfoot tr').allInnerTexts()).map((text) => text.split(/\s+/))
  await page.goto('/admin/daily-report')

  await test.step('the report says that no ticket is sold until the first sale', async () => {
    await expect(page.getByText('Još nije prodana nijedna karta.')).toBeVisible()
    await sell(db, '2026-10-22T09:00:00Z', 1234)
    await page.getByRole('button', { name: 'Osvježi' }).click()
    await expect(table).toContainText('22.10.2026.')
  })

  await test.step('days are split at noon across the end of summer time, newest first, in Croatian number format', async () => {
    // Summer time ends on 25 October: noon in Zagreb is 10:00 UTC before that day and 11:00 UTC
    // after it.
    for (const at of ['09:59', '10:00', '21:59']) await sell(db, `2026-10-24T${at}:00Z`)
    await sell(db, '2026-10-24T22:00:00Z')
    for (const at of ['10:59', '11:00', '11:01', '22:59']) await sell(db, `2026-10-26T${at}:00Z`)
    await page.getByRole('button', { name: 'Osvježi' }).click()
    await expect(table.getByRole('columnheader')).toHaveText([
      'Datum',
      'Ukupno prodano',
      'Prije 12:00',
      'Nakon 12:00',
    ])
    await expect(table.locator('tbody tr')).toHaveCount(4)
    expect(await rows()).toEqual([
      ['26.10.2026.', '4', '1', '3'],
      ['25.10.2026.', '1', '1', '0'],
      ['24.10.2026.', '3', '1', '2'],
      ['22.10.2026.', '1.234', '1.234', '0'],
      ['Ukupno', '1.242', '1.237', '5'],
    ])
  })

  await test.step('the chart shows the figures of a day by arrow key and by click', async () => {
    const chart = page.getByRole('slider', { name: 'Dan na grafu prodaje' })
    const expectFigures = (text: string) => expect(chart).toHaveAttribute('aria-valuetext', text)
    const newest = '26.10.2026. prodano 4, prije 12:00 1, nakon 12:00 3'
    const oldest = '22.10.2026. prodano 1.234, prije 12:00 1.234, nakon 12:00 0'
    await expectFigures(newest)
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    await expectFigures('25.10.2026. prodano 1, prije 12:00 1, nakon 12:00 0')
    await page.keyboard.press('Home')
    await expectFigures(oldest)
    await page.keyboard.press('ArrowLeft')
    await expectFigures(oldest)
    await page.keyboard.press('ArrowRight')
    await expectFigures('23.10.2026. prodano 0, prije 12:00 0, nakon 12:00 0')
    const box = await chart.boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 5, (box?.y ?? 0) + 20)
    await expectFigures(newest)
  })

  await test.step('the table is sorted by its column headings', async () => {
    await table.getByRole('button', { name: 'Datum' }).click()
    expect((await rows())[0]?.[0]).toBe('22.10.2026.')
    await table.getByRole('button', { name: 'Nakon 12:00' }).click()
    expect((await rows())[0]?.[0]).toBe('26.10.2026.')
    await expect(table.getByRole('columnheader', { name: 'Nakon 12:00' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  await test.step('the admin home page shows the total', async () => {
    await page.goto('/admin')
    await expect(page.getByRole('term').filter({ hasText: 'Prodano danas' })).toBeVisible()
    await expect(page.getByText('ukupno 1.242 karata')).toBeVisible()
  })
})

test('the daily report shows an error when a refresh fails, and keeps the loaded rows', {
  tag: '@full',
}, async ({ page, db }) => {
  await sell(db, '2026-10-20T08:00:00Z')
  await page.goto('/admin/daily-report')
  await expect(page.getByRole('table')).toBeVisible()
  await page.route('**/api/reports/daily/', (route) => route.abort())
  await page.getByRole('button', { name: 'Osvježi' }).click()
  await expect(page.getByText('Izvještaj se ne može dohvatiti.')).toBeVisible()
  await expect(page.getByRole('table')).toContainText('20.10.2026.')
})

/**
 * Inserts a passage of a guest at this time (UTC): an exit for the verdict `left`, else on the way
 * in.
 */
async function addPassage(db: Sql, guest: number, at: string, gate = 1, verdict = 'admitted') {
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

test('the arrivals of any night are filtered by gate and list, kept in the URL, and downloaded', async ({
  page,
  db,
}) => {
  await db`delete from guests`
  const [{ id: north } = {}] = await db`insert into gates (name) values ('Sjever') returning id`
  const arrivals = page.getByRole('region', { name: 'Dolasci, noć 24.10.2026.' })
  const expectRows = (...lines: string[]) =>
    expect(arrivals.locator('tbody tr, tfoot tr')).toHaveText(
      lines.map((line) => new RegExp(`^${line.replaceAll(' ', '\\s*')}$`)),
    )

  await test.step('no arrivals are shown before the first passage', async () => {
    await page.goto('/admin/daily-report')
    await expect(page.getByText('Još nije prodana nijedna karta.')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Dolasci/ })).toHaveCount(0)
  })

  await test.step('the arrivals of the last night are listed by quarters of an hour', async () => {
    const [ana, vip] = [await newGuest(db), await newGuest(db, 'VIP')]
    await addPassage(db, ana, '2026-10-23T20:00:00Z')
    await addPassage(db, vip, '2026-10-24T20:10:00Z', north)
    await addPassage(db, ana, '2026-10-24T23:05:00Z', north, 'left')
    await page.reload()
    await expectRows('22:00 1 0 2', '01:00 0 1 1', 'Ukupno 1 1 1')
    await expect(arrivals.getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      '25.10.2026. 01:00 ušlo 0, izašlo 1, unutra 1',
    )
  })

  await test.step('the arrivals are filtered by list and by gate, also after a reload', async () => {
    await arrivals.getByLabel('Popis').selectOption('VIP')
    await expectRows('22:00 1 0 1', 'Ukupno 1 0 1')
    await arrivals.getByLabel('Popis').selectOption('Svi popisi')
    await arrivals.getByLabel('Ulaz').selectOption('Sjever')
    await expectRows('22:00 1 0 1', '01:00 0 1 1', 'Ukupno 1 1 1')
    await page.reload()
    await expectRows('22:00 1 0 1', '01:00 0 1 1', 'Ukupno 1 1 1')
    await expect(arrivals.getByLabel('Ulaz')).toHaveValue(String(north))
  })

  await test.step('the downloaded file is named after the night', async () => {
    const file = await download(arrivals.getByRole('button', { name: 'Preuzmi dolaske (Excel)' }))
    expect(file.suggestedFilename()).toBe('dolasci-2026-10-24.xlsx')
  })

  await test.step('another night is chosen, and the filter by a gate without passages that night is dropped', async () => {
    await arrivals.getByLabel('Noć').selectOption('23.10.2026.')
    await expect(page.getByRole('heading', { name: 'Dolasci, noć 23.10.2026.' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('noc')).toBe('2026-10-23')
    await expect(page.locator('section tbody tr')).toHaveText([/^22:00\s*1\s*0\s*1$/])
  })
})

for (const { name, viewport } of SCREEN_SIZES)
  test.describe(name, () => {
    test.use({ viewport })

    test('the daily report is accessible', { tag: '@full' }, async ({ page, db }) => {
      for (let day = 1; day <= 30; day++)
        await sell(db, `2026-09-${String(day).padStart(2, '0')}T08:00:00Z`)
      await addPassage(db, await newGuest(db), '2026-10-24T20:00:00Z')
      await page.goto('/admin/daily-report')
      for (const chart of ['Dan na grafu prodaje', 'Četvrt sata na grafu dolazaka'])
        await page.getByRole('slider', { name: chart }).waitFor()
      await expectAccessible(page)
    })
  })
