// covers: components/public/home lib/night
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests } from '../support/hold'

const HOUR = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

test.beforeAll(freshFestival)

// Rule 1.20: the crowd level on the home page.
test('the home page shows the crowd level during the night without a layout shift', async ({
  page,
  as,
  db,
  setFlags,
}) => {
  await setFlags({ COMINGSOON_VISIBILITY: '1', TIMER_TIME: at(-HOUR) })
  const admin = await as(1)
  const saveNight = (data: object) =>
    admin.put('/api/night/', { data }).then((answer) => expect(answer.ok()).toBe(true))
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/public/fullness')) requests.push(request.url())
  })
  const sign = page.getByRole('region', { name: 'Večeras' })
  const gates = sign.getByRole('listitem')

  await test.step('a crowd level that is turned off is neither requested nor shown', async () => {
    await saveNight({ capacity: 2, opensAt: at(-HOUR), closesAt: at(HOUR), fullness: false })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(sign).toHaveCount(0)
    expect(requests).toEqual([])
  })

  await test.step('a venue with free places is shown as such without a layout shift', async () => {
    await saveNight({ fullness: true })
    const answer = await holdRequests(page, '**/api/public/fullness/')
    await page.goto('/')
    const places = () =>
      page
        .locator('main h1, .poster-slogan, [role=timer], .poster-bar')
        .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())))
    await page.evaluate(() => document.fonts.ready)
    await expect.poll(() => requests.length).toBe(1)
    const before = await places()
    answer.release()
    await expect(sign).toContainText('Ima mjesta')
    // A gate without staff is not shown.
    await expect(gates).toHaveCount(0)
    expect(await places()).toEqual(before)
    await expectAccessible(page)
  })

  // Each gate admits a guest.
  await db`insert into gates (name, capacity) values ('Sjever', 1)`
  for (const gate of ['Ulaz', 'Sjever']) {
    await db`insert into guests (name, surname, list_id, bought_at, conf_code)
      select 'Ana', 'Anić', min(id), now(), gen_random_uuid() from guest_lists`
    await db`insert into passages (id, guest_id, gate_id, direction, verdict, decided, at)
      select passage_id(now()), max(g.id), (select id from gates where name = ${gate}), 'in', 'admitted', 'server', now() from guests g`
  }

  await test.step('each gate is listed by its name, also a full gate', async () => {
    await saveNight({ capacity: 40 })
    await page.reload()
    await expect(sign).toContainText('Ima mjesta')
    await expect(gates).toHaveText(['Ulaz: bez čekanja', 'Sjever: popunjeno, probaj drugdje'])
  })

  await test.step('a full venue is shown as full, without its gates', async () => {
    await saveNight({ capacity: 2 })
    await page.reload()
    await expect(sign.getByText('Puno', { exact: true })).toBeVisible()
    await expect(sign).toContainText('Ulazi se kad netko izađe.')
    await expect(gates).toHaveCount(0)
  })

  await test.step('the crowd level disappears after an admin turns it off', async () => {
    await saveNight({ fullness: false })
    await page.reload()
    await expect(sign).toHaveCount(0)
  })
})
