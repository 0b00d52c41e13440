// covers: components/admin/import lib/spreadsheet lib/guests lib/users
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Locator, Page } from '@playwright/test'
import { fromBufferPromise } from 'yauzl'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { download } from '../support/download'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import { rowsXml, workbook } from '../support/xlsx-files'

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const file = (name: string, lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})
const choose = (within: Locator, chosen: ReturnType<typeof file>) =>
  within.locator('input[type=file]').setInputFiles(chosen)
const counts = (within: Locator) => within.locator('dl[aria-label="Pregled uvoza"] dd')

const HEAD = 'surname;name;jmbag;tag;bought'
const FAULTY = file('s-greskama.csv', [HEAD, ';;12;;', 'Uvozić;Ana;;Nema;', 'Uvozić;Nova;;VIP;1'])
const GOOD = file('gosti.csv', [
  HEAD,
  'Uvozić;Žac;99887701;;1',
  '"=1+1 Uvozić";Formula;;VIP;',
  'Uvozić;Žac;0099887701;;1',
  'Uvozić;Iva;;VIP;',
])

/**
 * Workbook as a faculty sends it: a title above the header row, two sheets, full names in one
 * column, and an extra column.
 */
const HEADINGS = ['R.br.', 'Prezime i ime', 'JMBAG', 'Mail adresa', 'Plaćeno', 'Kontakt']
const facultyFile = (name: string, first: string, email: string) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(
    workbook({
      sheets: {
        '1. grupa': rowsXml([
          ['Popis brucoša'],
          [],
          HEADINGS,
          [1, 'Uvozić Ana', 99887711, email, 'DA', '091 234 567'],
          [2, `Kovač Uvozić ${first}`, 99887712, null, null, null],
        ]),
        '2. grupa': rowsXml([HEADINGS, [1, 'Uvozić Mara', '0099887713', null, 'x', null]]),
      },
    }),
  ),
})
test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await db`delete from guests where surname like '%Uvozić'`
  await db`delete from users where email like '%@uvoz.example'`
  await db`delete from import_mappings`
  await db`truncate bulk_jobs, bulk_items`
  await db`insert into guests (name, surname, list_id)
    values ('Iva', 'Uvozić', (select id from guest_lists where role = 'vip'))`
  await signIn(page, 1)
  await page.goto('/admin/import')
})

for (const { name, viewport } of SCREEN_SIZES)
  test.describe(`the import on a ${name}`, () => {
    test.use({ viewport })
    // Rule 11.6: the message after an import.
    test(
      'a guest list is imported exactly once and exported as a workbook',
      fullUnless(name === 'desktop'),
      async ({ page, db }) => {
        const guests = card(page, 'Gosti')
        await expectAccessible(page)

        await test.step('a template is offered', async () => {
          const template = guests.getByRole('button', { name: /^Predložak/ }).first()
          expect((await download(template)).suggestedFilename()).toBe('gosti-predlozak.xlsx')
        })

        await test.step('faulty rows are listed and can be downloaded, and nothing is imported', async () => {
          await choose(guests, FAULTY)
          await expect(counts(guests)).toHaveText(['1', '0', '2'])
          await expect(guests.getByRole('table', { name: 'Neispravni redovi' })).toContainText(
            'Nepoznat tag: Nema',
          )
          await expect(
            guests.getByText('Ništa se ne uvozi dok ima neispravnih redova.'),
          ).toBeVisible()
          await expect(guests.getByRole('button', { name: /^Uvezi/ })).toHaveCount(0)
          await expectAccessible(page)
          const savedFile = await download(
            guests.getByRole('button', { name: 'Preuzmi neispravne' }),
          )
          expect(await readFile(await savedFile.path(), 'utf8')).toBe(
            '\uFEFF"red";"tko";"razlog"\r\n"2";"12";"jmbag: JMBAG mora biti 10 znamenki"\r\n"3";"Ana Uvozić";"Nepoznat tag: Nema"',
          )
        })

        // Rule 11.17: a faulty row can be skipped or corrected in the preview.
        await test.step('a faulty row is corrected by keyboard, and stays open while it is faulty', async () => {
          await guests.getByRole('button', { name: 'Ispravi red 3, Ana Uvozić' }).press('Enter')
          const form = page.getByRole('dialog', { name: 'Ispravi red 3, Ana Uvozić' })
          const list = form.getByLabel('Popis (tag)')
          await expect(list).toBeFocused()
          await expect(list).toHaveAccessibleDescription('Nepoznat tag: Nema')
          await expectAccessible(page)
          await list.fill('Niti')
          await list.press('Enter')
          await expect(list).toHaveAccessibleDescription('Nepoznat tag: Niti')
          await expect(list).toBeFocused()
          await page.route('**/api/guests/import/**', (route) => route.abort())
          await list.fill('VIP')
          await list.press('Enter')
          await expect(form.getByRole('alert')).toBeVisible()
          await expect(list).toHaveValue('VIP')
          await page.unroute('**/api/guests/import/**')
          await list.press('Enter')
          await expect(form).toHaveCount(0)
          await expect(counts(guests)).toHaveText(['2', '0', '1'])
          await expect(guests.getByRole('button', { name: 'Ispravi red 2, 12' })).toBeFocused()
        })

        const edited = guests.getByRole('table', { name: 'Ispravljeno i preskočeno' })
        await test.step('a row is skipped, taken back and skipped again', async () => {
          const skip = guests.getByRole('button', { name: 'Preskoči red 2, 12' })
          await skip.click()
          await expect(counts(guests)).toHaveText(['2', '0', '0'])
          await expect(edited.getByRole('row')).toHaveText([/Red/, /2.*Preskočeno/, /3.*VIP/])
          await expect(
            guests.getByRole('heading', { name: 'Ispravljeno i preskočeno' }),
          ).toBeFocused()
          await expectAccessible(page)
          await edited.getByRole('button', { name: 'Vrati red 2, 12' }).click()
          await expect(counts(guests)).toHaveText(['2', '0', '1'])
          await expect(edited.getByRole('button', { name: /^Vrati red 3/ })).toBeFocused()
          await skip.click()
          await expect(counts(guests)).toHaveText(['2', '0', '0'])
        })

        await test.step('a list that is renamed meanwhile refuses the import, and no correction is lost', async () => {
          const rename = (name: string) =>
            db`update guest_lists set name = ${name} where role = 'vip'`
          const go = guests.getByRole('button', { name: 'Uvezi (2)' })
          await rename('Posebni')
          await go.click()
          await expect(guests.getByRole('alert')).toContainText('Ništa nije uvezeno')
          await rename('VIP')
          await guests.getByRole('button', { name: 'Provjeri ponovno' }).click()
          await expect(guests.getByRole('alert')).toHaveCount(0)
          await expect(edited.getByRole('row')).toHaveCount(3)
          await go.click()
          await expect(
            guests.getByText('Import successful! Imported 2 guests.', { exact: true }),
          ).toBeVisible()
          await expect(guests.getByText('Preskočeno u pregledu: 1.')).toBeVisible()
          const stored = await db`
            select g.name, t.role from guests g join guest_lists t on t.id = list_id
            where surname = 'Uvozić' and g.name in ('Ana', 'Nova') order by g.name`
          expect(stored).toEqual([
            { name: 'Ana', role: 'vip' },
            { name: 'Nova', role: 'vip' },
          ])
          await db`delete from guests where surname = 'Uvozić' and name in ('Ana', 'Nova')`
          await guests.getByRole('button', { name: 'Uvezi još' }).click()
        })

        await test.step('all faulty rows are skipped and taken back at once', async () => {
          await choose(guests, FAULTY)
          await guests.getByRole('button', { name: 'Preskoči sve (2)' }).click()
          await expect(counts(guests)).toHaveText(['1', '0', '0'])
          await guests.getByRole('button', { name: 'Vrati preskočene (2)' }).click()
          await expect(counts(guests)).toHaveText(['1', '0', '2'])
          await guests.getByRole('button', { name: 'Preskoči red 2, 12' }).click()
          await expect(counts(guests)).toHaveText(['1', '0', '1'])
        })

        await test.step('the preview of another file has no corrections, and lists possible duplicates', async () => {
          await choose(guests, GOOD)
          await expect(counts(guests)).toHaveText(['2', '2', '0'])
          await expect(guests.getByRole('table', { name: 'Napomene' })).toContainText(
            'Možda već na popisu',
          )
          await guests.getByRole('switch', { name: /Dodaj i one/ }).click()
          await expect(counts(guests)).toHaveText(['3', '1', '0'])
          await expectAccessible(page)
        })

        await test.step('a failed import keeps the chosen file, and a double click imports the guests only once', async () => {
          const go = guests.getByRole('button', { name: 'Uvezi (3)' })
          await page.route('**/api/guests/import/**', (route) => route.abort())
          await go.click()
          await expect(guests.getByRole('alert')).toContainText('Import unsuccessful!')
          await expect(guests.getByText('gosti.csv')).toBeVisible()
          await page.unroute('**/api/guests/import/**')
          await go.dblclick()
          await expect(
            guests.getByText('Import successful! Imported 3 guests.', { exact: true }),
          ).toBeVisible()
          await expectAccessible(page)
          const stored = await db`
            select g.name, surname, jmbag, t.role, conf_code is not null as bought from guests g
            join guest_lists t on t.id = list_id where surname like '%Uvozić' order by g.id`
          expect(stored).toEqual([
            { name: 'Iva', surname: 'Uvozić', jmbag: null, role: 'vip', bought: false },
            { name: 'Žac', surname: 'Uvozić', jmbag: '0099887701', role: 'brucosi', bought: true },
            { name: 'Formula', surname: '=1+1 Uvozić', jmbag: null, role: 'vip', bought: false },
            { name: 'Iva', surname: 'Uvozić', jmbag: null, role: 'vip', bought: false },
          ])
        })

        await test.step('the export in the menu downloads all guests as a workbook without formulas', async () => {
          await page.getByRole('button', { name: 'Izbornik' }).click()
          const exported = page.waitForEvent('download')
          await page.getByRole('dialog').getByRole('link', { name: 'Izvoz' }).click()
          await expect(page.getByText('Datoteka je preuzeta.')).toBeVisible()
          const file = await exported
          expect(file.suggestedFilename()).toMatch(/^gosti-\d{4}-\d\d-\d\d\.xlsx$/)
          const { name, formulas, rows } = await readByBrowser(page, await file.path())
          expect({ name, formulas }).toEqual({ name: 'People', formulas: 0 })
          expect(rows[0]).toBe(
            'name surname jmbag email tag bought entered phone note banReason confCode boughtTicketTime enteredTime',
          )
          expect(rows.at(-3)).toMatch(/^Žac Uvozić 0099887701 Brucoši 1 0 /)
          expect(rows.slice(-2)).toEqual(['Formula =1+1 Uvozić VIP 0 0', 'Iva Uvozić VIP 0 0'])
        })

        await test.step('a file that is not a table, or is larger than 16 MB, is refused', async () => {
          await guests.getByRole('button', { name: 'Uvezi još' }).click()
          await choose(guests, { ...GOOD, buffer: Buffer.from([0xff, 0xd8, 0xff, 0, 1]) })
          await expect(guests.getByRole('alert')).toContainText('Import unsuccessful!')
          await expect(guests.getByRole('alert')).toContainText('Datoteka nije tablica.')
          await choose(guests, { ...GOOD, buffer: Buffer.alloc(17 * 1024 * 1024) })
          await expect(guests.getByRole('alert')).toContainText('najviše 16 MB')
        })

        // Rule 11.7
        await test.step('the import is undone, also after a reload of the page', async () => {
          await page.reload()
          const recent = page.getByRole('region', { name: 'Nedavni uvozi gostiju' })
          await expect(recent).toContainText('uvezeno 3')
          await recent.getByRole('button', { name: 'Poništi: Uvoz gostiju' }).first().click()
          await expectAccessible(page)
          await page.getByRole('button', { name: 'Poništi (3)' }).click()
          await expect(recent).toContainText('poništeno: 3 od 3')
          const left = await db`
            select name from guests where surname like '%Uvozić' and deleted_at is null`
          expect(left).toEqual([{ name: 'Iva' }])
        })
      },
    )

    test(
      'the columns of a faculty’s table are mapped and remembered, and known guests are updated',
      fullUnless(name === 'phone'),
      async ({ page, db }) => {
        const guests = card(page, 'Gosti')
        const column = (heading: string) =>
          guests.getByRole('list', { name: 'Stupci' }).getByLabel(heading)
        const next = guests.getByRole('button', { name: 'Dalje' })
        const change = guests.getByRole('button', { name: 'Promijeni', exact: true })
        const stored = () => db`
          select name, surname, jmbag, email, phone, conf_code is not null as bought from guests
          where jmbag like '009988771%' order by jmbag`

        await test.step('the field of each column is guessed', async () => {
          await choose(guests, facultyFile('fer.xlsx', 'Iva', 'ana@fer.hr'))
          await expect(
            guests.getByRole('heading', { name: 'Što je u kojem stupcu?' }),
          ).toBeFocused()
          for (const [heading, guess] of [
            ['Prezime i ime', 'surnameName'],
            ['JMBAG', 'jmbag'],
            ['Mail adresa', 'email'],
            ['Plaćeno', 'bought'],
            ['R.br.', ''],
            ['Kontakt', ''],
          ] as const)
            await expect(column(heading)).toHaveValue(guess)
          await expect(guests.getByLabel('List', { exact: true })).toHaveValue('0,1')
          await expect(guests.getByLabel('Red s naslovima stupaca')).toHaveValue('3')
          await expectAccessible(page)
        })

        await test.step('two columns cannot be mapped to the same field', async () => {
          await column('Kontakt').selectOption('E-mail')
          await expect(guests.getByRole('alert')).toContainText(
            'Dva stupca ne mogu oba biti „E-mail”.',
          )
          await expect(next).toBeDisabled()
          await expectAccessible(page)
          await column('Kontakt').selectOption('Telefon')
        })

        await test.step('the order of the names and the header row can be corrected', async () => {
          const split = guests.getByRole('table', { name: 'Kako se dijele ime i prezime' })
          await expect(split.getByRole('row').nth(1)).toHaveText('AnaUvozić')
          const swap = guests.getByRole('button', { name: 'Zamijeni ime i prezime' })
          await swap.click()
          await expect(column('Prezime i ime')).toHaveValue('nameSurname')
          await swap.click()
          await guests.getByLabel('Red s naslovima stupaca').selectOption('1: Popis brucoša')
          await expect(column('Popis brucoša')).toBeVisible()
          await guests.getByLabel('Red s naslovima stupaca').selectOption({ index: 1 })
          await expect(column('Prezime i ime')).toHaveValue('surnameName')
          await column('Kontakt').selectOption('Telefon')
        })

        await test.step('the preview lists the column mapping, and the rows are imported with the mapping', async () => {
          await next.click()
          await expect(counts(guests)).toHaveText(['3', '0', '0'])
          await expect(change).toBeFocused()
          await expect(guests.getByText('Prezime i ime → Prezime i ime')).toContainText(
            'Kontakt → Telefon',
          )
          await expect(guests.getByRole('table', { name: 'Napomene' })).toContainText('1. grupa')
          await expectAccessible(page)
          await guests.getByRole('button', { name: 'Uvezi (3)' }).click()
          await expect(
            guests.getByText('Import successful! Imported 3 guests.', { exact: true }),
          ).toBeVisible()
          const nothing = { email: null, phone: null }
          expect(await stored()).toEqual([
            {
              ...{ name: 'Ana', surname: 'Uvozić', jmbag: '0099887711' },
              ...{ email: 'ana@fer.hr', phone: '091 234 567', bought: true },
            },
            {
              ...{ name: 'Iva', surname: 'Kovač Uvozić', jmbag: '0099887712' },
              ...{ ...nothing, bought: false },
            },
            {
              ...{ name: 'Mara', surname: 'Uvozić', jmbag: '0099887713' },
              ...{ ...nothing, bought: true },
            },
          ])
        })

        await test.step('the mapping of the last table is suggested for the next table', async () => {
          await guests.getByRole('button', { name: 'Uvezi još' }).click()
          await choose(guests, facultyFile('fer-novo.xlsx', 'Iva', 'nova@fer.hr'))
          await expect(guests.getByText('Predlažemo kao prošli put.')).toBeVisible()
          await expect(column('Kontakt')).toHaveValue('phone')
        })

        await test.step('known guests are updated only when the switch for updates is on', async () => {
          await next.click()
          await expect(counts(guests)).toHaveText(['0', '3', '0'])
          await guests.getByRole('switch', { name: 'Ažuriraj postojeće' }).click()
          await expect(counts(guests)).toHaveText(['0', '1', '2', '0'])
          await expect(
            guests.getByRole('table', { name: 'Promjene' }).getByText('ana@fer.hr → nova@fer.hr'),
          ).toBeVisible()
          await expectAccessible(page)
          await change.click()
          await expect(column('Kontakt')).toHaveValue('phone')
          await column('Kontakt').selectOption('Preskoči stupac')
          await next.click()
          await guests.getByRole('button', { name: 'Ažuriraj (1)' }).click()
          await expect(guests.getByText('Ažurirano gostiju: 1.')).toBeVisible()
          expect((await stored())[0]).toMatchObject({
            email: 'nova@fer.hr',
            phone: '091 234 567',
          })
        })
      },
    )
  })

test('users are imported from a file that is dropped on the file field', { tag: '@full' }, async ({
  page,
  db,
}) => {
  const users = card(page, 'Korisnici')
  const drop = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['privilege,email\n3,nova@uvoz.example\n'], 'osoblje.csv'))
    return data
  })
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: drop })
  await expect(page).toHaveURL('/admin/import')
  await users.getByText('Odaberi datoteku').dispatchEvent('drop', { dataTransfer: drop })
  await expect(counts(users)).toHaveText(['1', '0', '0'])
  await page.getByRole('link', { name: 'Početna' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
  await users.getByRole('button', { name: 'Uvezi (1)' }).click()
  await expect(
    users.getByText('Import successful! Imported 1 users.', { exact: true }),
  ).toBeVisible()
  const stored = () => db`select privilege from users where email = 'nova@uvoz.example'`
  expect(await stored()).toEqual([{ privilege: 3 }])
  // Rule 11.7
  await page.getByRole('button', { name: 'Poništi: Uvoz korisnika' }).click()
  await page.getByRole('button', { name: 'Poništi (1)' }).click()
  await expect(page.getByText('Poništeno: 1.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Nedavni uvozi korisnika' })).toHaveCount(0)
  expect(await stored()).toEqual([])
})

/** Reads a workbook with the XML parser of the browser. Throws if a part is not valid XML. */
async function readByBrowser(page: Page, path: string) {
  const zip = await fromBufferPromise(await readFile(path), { lazyEntries: true })
  const parts: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    parts[entry.fileName] = await text(stream)
  }
  return page.evaluate((xml) => {
    const parse = (part: string) => {
      const read = new DOMParser().parseFromString(xml[part] ?? '', 'application/xml')
      if (read.querySelector('parsererror')) throw new Error(`${part} is no XML`)
      return read
    }
    for (const part of Object.keys(xml)) if (part.endsWith('.xml')) parse(part)
    const sheet = parse('xl/worksheets/sheet1.xml')
    return {
      name: parse('xl/workbook.xml').querySelector('sheet')?.getAttribute('name'),
      formulas: sheet.querySelectorAll('f').length,
      rows: [...sheet.querySelectorAll('row')].map((row) =>
        [...row.querySelectorAll('v')].map((value) => value.textContent).join(' '),
      ),
    }
  }, parts)
}
