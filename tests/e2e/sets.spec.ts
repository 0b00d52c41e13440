// covers: components/admin/programme lib/programme
import type { Page } from '@playwright/test'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { expect, freshFestival, test, withoutLiveUpdates } from '../support/fixtures'
import { holdRequests, waitForIdle } from '../support/hold'
import {
  addPerformers,
  addStages,
  clearProgramme,
  invalidateAllPages,
  showNight,
} from '../support/programme-rows'

/** Opening time: Saturday at 20:00 in Zagreb. */
const DOORS = new Date('2026-11-21T19:00:00Z')

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const block = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Nastupi' }).getByRole('button', { name: new RegExp(`^${name},`) })
const announcement = (page: Page) => page.getByRole('status').filter({ hasText: /./ })
const columns = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
const dialog = (page: Page) => page.getByRole('dialog')

test.beforeAll(freshFestival)
test.beforeEach(async ({ db, setFlags }) => {
  await clearProgramme(db)
  await db`update editions set opens_at = ${DOORS}, closes_at = ${new Date('2026-11-22T03:00:00Z')}
    where ended_at is null`
  await addPerformers(db, { 'Prvi Bend': 'Sviraju od jutra.', 'Drugi Bend': '', 'Treći Bend': '' })
  await addStages(db, DOORS, [345, 420])
  await showNight(db, setFlags)
})

test('sets and stages are added, changed and deleted, and two sets of a stage cannot overlap', async ({
  page,
  signIn,
  db,
}) => {
  const question = page.getByRole('alertdialog')
  await signIn(page, 1)
  await page.goto('/admin/programme')

  await test.step('a set that overlaps another set on its stage is not added', async () => {
    await button(page, 'Treći Bend').click()
    await expect(dialog(page).getByLabel('Izvođač')).toContainText('Treći Bend')
    await expect(dialog(page).getByLabel('Dan festivala')).toHaveValue('21.11.2026.')
    await dialog(page).getByLabel('Od').fill('2100')
    await dialog(page).getByLabel('Do').fill('21:30')
    const clash = 'U to je vrijeme na pozornici „Velika” već Drugi Bend (21:15–22:00).'
    await expect(dialog(page).getByText(clash)).toBeVisible()
    await button(page, 'Dodaj').click()
    await expect(dialog(page).getByRole('alert')).toHaveText(clash)
  })

  await test.step('a set that ends after midnight is added', async () => {
    await dialog(page).getByLabel('Od').fill('23:45')
    await dialog(page).getByLabel('Do').fill('1')
    await expect(
      dialog(page).getByText('subota 21.11. 23:45 – nedjelja 22.11. 01:00'),
    ).toBeVisible()
    await button(page, 'Dodaj').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(block(page, 'Treći Bend')).toHaveAccessibleName('Treći Bend, 23:45–01:00, Velika')
    const [set] = await db`select starts_at, ends_at from sets order by id desc limit 1`
    expect(set).toEqual({
      starts_at: new Date('2026-11-21T22:45:00Z'),
      ends_at: new Date('2026-11-22T00:00:00Z'),
    })
  })

  // Rule 4.23.
  await test.step('of two users who change the times of a set, the second sees the stored times', async () => {
    await block(page, 'Drugi Bend').click()
    await dialog(page).getByLabel('Do').fill('22:10')
    await db`update sets set starts_at = starts_at + interval '5 minutes', ends_at = ends_at + interval '5 minutes'
      where id = (select min(id) + 1 from sets)`
    await button(page, 'Spremi promjene').click()
    await expect(dialog(page).getByLabel('Do')).toHaveAccessibleDescription('Sada je: 22:05')
    await expect(dialog(page).getByLabel('Do')).toHaveValue('22:10')
    await expect(dialog(page).getByLabel('Od')).toHaveAccessibleDescription('Sada je: 21:20')
    await expect(dialog(page).getByLabel('Od')).toHaveValue('21:20')
    await expect(dialog(page).getByLabel('Dan festivala')).toHaveAccessibleDescription('')
    await button(page, 'Spremi moje preko toga').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(block(page, 'Drugi Bend')).toHaveAccessibleName('Drugi Bend, 21:20–22:10, Velika')
  })

  await test.step('a move by keyboard is refused if another user has moved the set meanwhile', async () => {
    // Holds back the list that the page reads after the save before, so that it does not show the move
    // by the other user.
    const reads = await holdRequests(page, /\/api\/programme\/(\?|$)/)
    await db`update sets set starts_at = starts_at - interval '5 minutes', ends_at = ends_at - interval '5 minutes'
      where id = (select min(id) + 1 from sets)`
    await block(page, 'Drugi Bend').focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Nije premješteno.').first()).toBeVisible()
    reads.release()
    await expect(block(page, 'Drugi Bend')).toHaveAccessibleName('Drugi Bend, 21:15–22:05, Velika')
  })

  await test.step('a set is renamed and deleted', async () => {
    await block(page, 'Treći Bend').click()
    await dialog(page).getByLabel('Naziv').fill('Treći Bend i gosti')
    await button(page, 'Spremi promjene').click()
    await block(page, 'Treći Bend i gosti').click()
    await button(page, 'Obriši nastup').click()
    await question.getByRole('button', { name: 'Obriši' }).click()
    await expect(block(page, 'Treći Bend i gosti')).toHaveCount(0)
    await expect.poll(() => db`select from sets where title = 'Treći Bend i gosti'`).toHaveLength(0)
    // Waits until the dialogs are closed. A dialog that closes takes the focus from the next field.
    await expect(question).toHaveCount(0)
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('a stage is added under a unique name, and moved up in the order', async () => {
    await page.getByLabel('Naziv nove pozornice').fill('mala')
    await button(page, 'Dodaj').click()
    await expect(page.getByText('Pozornica tog naziva već postoji.')).toBeVisible()
    await page.getByLabel('Naziv nove pozornice').fill('Vrt')
    await button(page, 'Dodaj').click()
    await expect(columns(page).filter({ hasText: 'Vrt' })).toBeVisible()
    await button(page, 'Pomakni gore: Vrt').click()
    await expect(columns(page)).toHaveText([
      ...['Velika', 'Vrt', 'Mala'],
      ...['Još bez termina', 'Pozornice'],
    ])
  })

  await test.step('a stage is deleted only when it has no sets', async () => {
    await button(page, 'Obriši pozornicu Mala').click()
    await expect(question).toContainText('Pozornica ima nastupe (1).')
    await question.getByRole('button', { name: 'Obriši' }).click()
    await expect(question.getByRole('alert')).toContainText('Pozornica ima nastupe (1).')
    await question.getByRole('button', { name: 'Odustani' }).click()
    await button(page, 'Obriši pozornicu Vrt').click()
    await question.getByRole('button', { name: 'Obriši' }).click()
    await expect(columns(page)).toHaveText(['Velika', 'Mala', 'Još bez termina', 'Pozornice'])
  })

  await test.step('visitors see the remaining sets, but not the deleted set', async () => {
    await page.goto('/satnica')
    await expect(page.getByText('Jutarnji vlak').first()).toBeVisible()
    await expect(page.getByText('Treći Bend')).toHaveCount(0)
  })
})

test('a set is moved by arrow keys and by mouse, and its new time and stage are announced', {
  tag: '@full',
}, async ({ page, signIn, db }) => {
  await withoutLiveUpdates(page)
  await signIn(page, 1)
  await page.goto('/admin/programme')
  const second = block(page, 'Drugi Bend')

  await test.step('the arrow keys move the set in time and to another stage', async () => {
    await second.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(announcement(page)).toContainText(['Spremljeno. Drugi Bend: 21:25–22:10, Velika.'])
    await expect(second).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(announcement(page)).toContainText(['Spremljeno. Drugi Bend: 21:25–22:10, Mala.'])
    await expect(second).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(announcement(page)).toContainText(['Spremljeno. Drugi Bend: 21:25–22:10, Velika.'])
  })

  await test.step('a move onto another set shows an error and is not stored', async () => {
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowUp')
    await expect(announcement(page)).toContainText(['Spremljeno. Drugi Bend: 20:45–21:30, Velika.'])
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('alert').filter({ hasText: 'već Prvi Bend' })).toBeVisible()
    await expect(second).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await expect(second).toHaveAccessibleName('Drugi Bend, 20:45–21:30, Velika')
  })

  await test.step('the mouse moves the set', async () => {
    const box = await second.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 20)
    await page.mouse.move(x, y + 120, { steps: 4 })
    await expect(second).toHaveAccessibleName('Drugi Bend, 22:00–22:45, Velika')
    await page.mouse.up()
    await expect(announcement(page)).toContainText(['Spremljeno. Drugi Bend: 22:00–22:45, Velika.'])
    await expect(dialog(page)).toHaveCount(0)
    const times = await db`select starts_at from sets order by id`
    expect(times[1]?.starts_at).toEqual(new Date('2026-11-21T21:00:00Z'))
  })

  await test.step('a move onto another set is saved when the other set has made room', async () => {
    await second.focus()
    for (let i = 0; i < 16; i++) await page.keyboard.press('ArrowUp')
    await expect(second).toHaveAttribute('aria-invalid', 'true')
    await block(page, 'Prvi Bend').focus()
    await page.keyboard.press('ArrowRight')
    await expect(announcement(page)).toContainText(['Spremljeno. Drugi Bend: 20:40–21:25, Velika.'])
    await expect(second).not.toHaveAttribute('aria-invalid')
    const sets = await db`select starts_at, stages.name as stage from sets
      join stages on stages.id = stage_id order by sets.id`
    expect(sets.slice(0, 2)).toEqual([
      { starts_at: new Date('2026-11-21T19:00:00Z'), stage: 'Mala' },
      { starts_at: new Date('2026-11-21T19:40:00Z'), stage: 'Velika' },
    ])
    await expect(page.getByRole('list', { name: 'Pozornice' }).getByRole('listitem')).toContainText(
      ['Nastupa: 1', 'Nastupa: 2'],
    )
  })

  await test.step('the dialog of a set ends a move that is not saved', async () => {
    await second.focus()
    await page.keyboard.press('ArrowRight')
    await expect(second).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Enter')
    await dialog(page).getByLabel('Do').fill('21:35')
    await button(page, 'Spremi promjene').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(second).toHaveAccessibleName('Drugi Bend, 20:40–21:35, Velika')
    await expect(second).not.toHaveAttribute('aria-invalid')
  })

  // Rule 4.23.
  await test.step('a move does not overwrite the place that another user has saved meanwhile', async () => {
    await second.focus()
    await page.keyboard.press('ArrowRight')
    await expect(second).toHaveAttribute('aria-invalid', 'true')
    await db`update sets set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'
      where id = (select min(id) + 1 from sets)`
    // The page reads the sets again during the move, as after a change by another user.
    const read = page.waitForResponse((answer) => /\/api\/programme\/?$/.test(answer.url()))
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await read
    await waitForIdle(page)
    await page.keyboard.press('ArrowDown')
    await expect(announcement(page)).toContainText(['Nije premješteno.'])
    await expect(second).toHaveAccessibleName('Drugi Bend, 21:40–22:35, Velika')
    const [, set] = await db`select starts_at from sets order by id`
    expect(set?.starts_at).toEqual(new Date('2026-11-21T20:40:00Z'))
  })
})

test('a programme is imported from a spreadsheet completely or not at all', {
  tag: '@full',
}, async ({ page, signIn, db }) => {
  await signIn(page, 1)
  await page.goto('/admin/programme')
  await page.getByRole('link', { name: 'Uvoz iz tablice' }).click()
  const choose = (...rows: string[]) =>
    page.getByLabel('Datoteka: Nastupi').setInputFiles({
      name: 'program.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Pozornica;Izvođač;Naziv;Od;Do', ...rows].join('\n')),
    })
  await expect(button(page, 'Odaberi datoteku: Nastupi')).toBeVisible()
  await choose('Velika;Treći Bend;;20:30;21:00', 'Vrt;;Tiha soba;00:30;02:00')
  await expect(page.getByText(/već Prvi Bend \(20:00–20:45\)/)).toBeVisible()
  await choose('Velika;treci bend;;23:30;00:15', 'Vrt;;Tiha soba;00:30;02:00')
  await expect(page.getByText('Nova pozornica: Vrt')).toBeVisible()
  await button(page, 'Uvezi (2)').click()
  await expect(page.getByText('Uvezeno nastupa: 2.')).toBeVisible()
  expect(await db`select 1 from sets`).toHaveLength(5)
  await page.getByRole('link', { name: 'Na program' }).click()
  await expect(block(page, 'Tiha soba')).toHaveAccessibleName('Tiha soba, 00:30–02:00, Vrt')
})

test('during the night visitors see current and next sets, and can save sets to a calendar', async ({
  page,
  request,
  db,
}) => {
  // Puts the night into the year 2099, so that it is in the future by the clock of the server.
  await db`update editions set opens_at = '2099-11-21T19:00Z', closes_at = '2099-11-22T03:00Z'
    where ended_at is null`
  await invalidateAllPages(db)
  const stages = page.getByRole('navigation', { name: 'Pozornice' })
  const nowOn = page.locator('.timetable-set').filter({ hasText: 'Sada' })

  await test.step('each stage shows its current set or its next set', async () => {
    await page.clock.setFixedTime(new Date('2026-11-21T19:44:00Z'))
    await page.goto('/satnica')
    await expect(stages.getByRole('link', { name: 'Velika' })).toContainText(
      'Sada Prvi Bend do 20:45',
    )
    await expect(stages.getByRole('link', { name: 'Mala' })).toContainText('U 01:45: Jutarnji vlak')
    await expect(nowOn).toContainText(['Prvi Bend'])
    await expectAccessible(page)
  })

  await test.step('a stage shows its next set after the current set has ended', async () => {
    await page.clock.setFixedTime(new Date('2026-11-21T19:45:01Z'))
    await expect(stages.getByRole('link', { name: 'Velika' })).toContainText('U 21:15: Drugi Bend')
    await expect(nowOn).toHaveCount(0)
    await page.goto('/')
    await expect(page.locator('.upcoming li')).toHaveCount(2)
    await expect(page.locator('.upcoming li')).toContainText(['Drugi Bend', 'Jutarnji vlak'])
  })

  await test.step('a performer links to the set, and calendar files contain this set or all sets', async () => {
    await page.goto('/lineup#izvodac=prvi-bend')
    await page.getByRole('dialog').getByRole('link', { name: '20:00–20:45' }).click()
    await expect(page).toHaveURL(/\/satnica#nastup-\d+$/)
    const calendarLink = page.getByRole('link', { name: 'U kalendar: Prvi Bend' })
    const response = await request.get((await calendarLink.getAttribute('href')) ?? '')
    expect(response.headers()['content-type']).toContain('text/calendar')
    expect((await response.text()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
    const all = await request.get('/api/programme/calendar.ics')
    expect((await all.text()).match(/DTSTART:2026112[12]T\d{6}Z/g)).toHaveLength(3)
  })
})

test('the dialog for deleting a performer lists the sets that are deleted with the performer', {
  tag: '@full',
}, async ({ page, signIn }) => {
  await signIn(page, 1)
  await page.goto('/admin/lineup-add/prvi-bend')
  await button(page, 'Obriši').click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('listitem')).toHaveText(['Prvi Bend, 20:00–20:45, Velika'])
  await question.getByRole('button', { name: 'Obriši' }).click()
  await page.waitForURL('/admin/lineup-list')
  await page.goto('/admin/programme')
  await expect(block(page, 'Drugi Bend')).toBeVisible()
  await expect(block(page, 'Prvi Bend')).toHaveCount(0)
})

for (const { name, ...options } of SCREEN_SIZES)
  test.describe(name, () => {
    test.use(options)

    test('the timetable and its form are accessible', { tag: '@full' }, async ({
      page,
      signIn,
    }) => {
      await signIn(page, 1)
      await page.goto('/admin/programme')
      await expect(block(page, 'Prvi Bend')).toBeVisible()
      await expectAccessible(page)
      await block(page, 'Prvi Bend').click()
      await expect(dialog(page)).toBeVisible()
      await expectAccessible(page)
    })
  })
