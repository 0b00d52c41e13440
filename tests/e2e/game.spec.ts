// covers: components/public/game components/public/leaderboard lib/leaderboard public/game
import type { FrameLocator, Page } from '@playwright/test'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdScripts } from '../support/late-scripts'

/** The part of `window.igrica`, which the game provides for tests. */
interface Hooks {
  phase: 'start' | 'play' | 'pause' | 'over'
  isGoodMoment: boolean
  presses: number
  act: () => void
}

const game = (page: Page) => page.frameLocator('iframe[title^="Igra:"]')
const card = (page: Page) => page.getByRole('region', { name: 'Tko igra?' })
const board = (page: Page) => page.getByRole('region', { name: 'Najboljih dvadeset' })
const rowOf = (page: Page, text: string) =>
  board(page).getByRole('listitem').filter({ hasText: text })

/**
 * Plays a running round: jumps at good moments by the key until `jumps` jumps are done, then
 * without regard to the moment, until the round is over. Returns the score.
 */
async function play(frame: FrameLocator, jumps: number): Promise<number> {
  await expect(frame.locator('body')).toHaveAttribute('data-phase', 'play')
  await frame.locator('body').evaluate(async (_, jumps) => {
    const { igrica } = window as unknown as { igrica: Hooks }
    const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }))
    for (let done = 0, polls = 0; igrica.phase === 'play'; polls++) {
      await new Promise((next) => setTimeout(next, 8))
      if (igrica.phase !== 'play') break
      if (done < jumps ? !igrica.isGoodMoment : polls % 5 !== 0) continue
      press()
      done++
    }
  }, jumps)
  await expect(frame.getByText('Svanulo je')).toBeVisible()
  return Number((await frame.locator('#total').textContent())?.replace('.', ''))
}

/** Starts another round, which the game refuses for a moment after the last one, and plays it. */
async function playAgain(frame: FrameLocator, jumps: number): Promise<number> {
  await expect(async () => {
    await frame.getByRole('button', { name: 'Još jednom' }).click({ timeout: 1000 })
    await expect(frame.locator('body')).toHaveAttribute('data-phase', 'play', { timeout: 1000 })
  }).toPass()
  return play(frame, jumps)
}

async function signUp(page: Page, name: string, email: string) {
  await card(page).getByLabel('Nadimak').fill(name)
  await card(page).getByLabel('E-mail').fill(email)
  await card(page).getByRole('button', { name: 'Spremi' }).click()
}

const fill = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, db, setFlags }) => {
  await db`truncate leaderboard_entries`
  await setFlags({ COMINGSOON_VISIBILITY: '1', IGRICA_VISIBILITY: '1' })
  await page.goto('/igrica')
})

// Rule 12.13: the game, and a score with nickname and e-mail.
test('a round played by keyboard is saved with a nickname, and appears on the leaderboard', async ({
  page,
  db,
}) => {
  test.slow()
  await expect(board(page)).toContainText('Prvo je mjesto slobodno.')
  const start = game(page).getByRole('button', { name: 'Kreni' })
  await expect(start).toBeEnabled()
  await start.focus()
  await page.keyboard.press('Enter')
  const score = await play(game(page), 4)
  expect(score).toBeGreaterThan(0)

  await test.step('the score waits for a nickname, and a partly typed nickname stays', async () => {
    await card(page).getByLabel('Nadimak').fill('Mi')
    await game(page).getByRole('button', { name: 'Upiši se na ljestvicu' }).click()
    await expect(card(page).getByLabel('Nadimak')).toBeFocused()
    await expect(card(page).getByLabel('Nadimak')).toHaveValue('Mi')
  })

  await test.step('validation errors are shown at their fields', async () => {
    await card(page).getByLabel('Nadimak').fill('')
    await page.keyboard.press('Enter')
    await expect(card(page).getByLabel('Nadimak')).toHaveAccessibleDescription('Upiši nadimak')
    await expect(card(page).getByLabel('E-mail')).toHaveAccessibleDescription(
      /ispravnu e-mail adresu/,
    )
  })

  await test.step('a score with a nickname and an e-mail address appears on the leaderboard', async () => {
    await signUp(page, '<b>Mića</b>', ' Mica@Primjer.hr ')
    await expect(card(page).getByRole('status')).toContainText(/Upisano: .* bodova, 1\. mjesto!/)
    await expect(game(page).locator('#note')).toContainText('1. mjesto!')
    await expect(rowOf(page, '<b>Mića</b>')).toContainText('ti')
    expect(await db`select name, email, score from leaderboard_entries`).toEqual([
      { name: '<b>Mića</b>', email: 'mica@primjer.hr', score },
    ])
  })

  await test.step('the player is recognized after a reload, and can change the nickname', async () => {
    await page.reload()
    await expect(card(page)).toContainText('pod nadimkom <b>Mića</b>')
    await expect(rowOf(page, '<b>Mića</b>')).toContainText('ti')
    await card(page).getByRole('button', { name: 'Promijeni' }).click()
    await expect(card(page).getByLabel('Nadimak')).toBeFocused()
    await signUp(page, 'Meda', 'mica@primjer.hr')
    await expect(card(page)).toContainText('pod nadimkom Meda')
  })
})

test('a score made without a network is sent under the new nickname when the network is back', {
  tag: '@full',
}, async ({ page, db }) => {
  test.slow()
  const player = { name: 'Mića', email: 'mica@primjer.hr' }
  await db`insert into leaderboard_entries ${db({ ...player, score: 1 })}`
  await signUp(page, 'Meda', player.email)
  await game(page).getByRole('button', { name: 'Kreni' }).click()
  await expect(game(page).locator('body')).toHaveAttribute('data-phase', 'play')
  await page.context().setOffline(true)
  const score = await play(game(page), 7)
  await expect(card(page).getByRole('status')).toContainText(/Nema veze\. Rezultat .* čeka/)
  await expect(card(page).getByRole('button', { name: 'Pošalji sada' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(rowOf(page, 'Meda')).toContainText('ti')
  await expect(card(page).getByRole('button', { name: 'Pošalji sada' })).toHaveCount(0)
  expect(await db`select name, score from leaderboard_entries`).toEqual([{ name: 'Meda', score }])
  expect(await page.evaluate(() => localStorage.getItem('igrica.score'))).toBeNull()
})

test('the space key plays without scrolling the page, and a score can be copied and shared', {
  tag: '@full',
}, async ({ page, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1280, height: 620 })
  const frame = game(page)
  // The keyboard focus is outside the game until a round starts.
  await card(page).getByLabel('Nadimak').focus()
  await frame.getByRole('button', { name: 'Kreni' }).click()
  await expect(frame.locator('body')).toHaveAttribute('data-phase', 'play')
  const before = await page.evaluate(() => scrollY)
  await page.keyboard.press('Space')
  const presses = () =>
    frame.locator('body').evaluate(() => (window as unknown as { igrica: Hooks }).igrica.presses)
  expect(await presses()).toBe(1)
  expect(await page.evaluate(() => scrollY)).toBe(before)

  // The first press came at any moment, so that round may have ended with a fall and no points.
  const score = (await play(frame, 6)) || (await playAgain(frame, 6))
  expect(score).toBeGreaterThan(0)
  const share = frame.getByRole('button', { name: 'Podijeli' })
  await frame.locator('body').evaluate(() => {
    Object.assign(navigator, { share: undefined })
  })
  // Waits for the message about the score. It comes shortly after the round, and would replace the
  // message about copying.
  await expect(frame.locator('#note')).toContainText('čeka na tvoj nadimak')
  await share.click()
  await expect(frame.locator('#note')).toHaveText('Kopirano. Zalijepi u poruku i javi im.')
  const points = String(score).replace(/\B(?=(\d{3})+$)/g, '.')
  const text = new RegExp(`^Zadnji tramvaj: ${points} bodova, .+\\. Možeš li više\\?$`)
  const address = new URL('/igrica', page.url()).href
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.slice(-address.length)).toBe(address)
  expect(copied.slice(0, -address.length).trim()).toMatch(text)

  await frame.locator('body').evaluate(() => {
    Object.assign(navigator, { share: (shared: object) => Object.assign(window, { shared }) })
  })
  await share.click()
  const shared = await frame
    .locator('body')
    .evaluate(() => (window as unknown as { shared: { text: string; url: string } }).shared)
  expect(shared).toEqual({ text: expect.stringMatching(text), url: address })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })

  test('a round requested before the scripts of the page are loaded starts afterwards, and counts', {
    tag: '@full',
  }, async ({ page, db }) => {
    test.slow()
    const release = await holdScripts(page)
    // The clock of the page is paused, so that the speed of the machine has no effect.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.goto('/igrica', { waitUntil: 'domcontentloaded' })
    await game(page).getByRole('button', { name: 'Kreni' }).tap()
    await page.clock.runFor(3000)
    await expect(game(page).locator('body')).toHaveAttribute('data-phase', 'start')
    release()
    await expect(game(page).locator('body')).toHaveAttribute('data-phase', 'play')
    await page.clock.resume()
    await expect(page.locator('.poster-stage[data-full]')).toBeVisible()
    const score = await play(game(page), 3)
    await game(page).getByRole('button', { name: 'Upiši se na ljestvicu' }).click()
    await expect(card(page).getByLabel('Nadimak')).toBeFocused()
    await signUp(page, 'Rana', 'rana@primjer.hr')
    await expect(rowOf(page, 'Rana')).toContainText('ti')
    expect(await db`select name, score from leaderboard_entries`).toEqual([{ name: 'Rana', score }])
  })

  test('a round that the server refuses starts at once, with a note that it started offline', {
    tag: '@full',
  }, async ({ page }) => {
    test.slow()
    await page.route('**/api/gameLeaderboard/start/', (route) => route.fulfill({ status: 503 }))
    await page.clock.install()
    await page.reload()
    // After a timeout the game starts a round without the server. The clock is paused, so the round
    // starts because of the 503 response.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await game(page).getByRole('button', { name: 'Kreni' }).tap()
    await expect(game(page).locator('body')).toHaveAttribute('data-phase', 'play')
    await page.clock.resume()
    await play(game(page), 2)
    await expect(game(page).locator('#note')).toContainText('Runda je počela bez veze')
  })

  test('a round fills the screen, until the player makes the game smaller', {
    tag: '@full',
  }, async ({ page }) => {
    const isFullscreen = () =>
      page.evaluate(() => document.fullscreenElement?.classList.contains('poster-stage') ?? false)
    const frame = page.locator('iframe[title^="Igra:"]')
    await game(page).getByRole('button', { name: 'Kreni' }).tap()
    await expect.poll(isFullscreen).toBe(true)
    const box = await frame.boundingBox()
    expect(box?.width).toBe(390)
    expect(box?.height).toBeGreaterThan(640)
    await page.getByRole('button', { name: 'Smanji igru' }).tap()
    await expect.poll(isFullscreen).toBe(false)
    await expect(page.locator('.poster-stage[data-full]')).toHaveCount(0)
    // The next round keeps the small size that the player has chosen.
    await expect(game(page).getByText('Svanulo je')).toBeVisible({ timeout: 60_000 })
    // The button ignores clicks for a moment after a round, so that a player who still taps does
    // not start a new round.
    await expect(async () => {
      await game(page).getByRole('button', { name: 'Još jednom' }).tap({ timeout: 1000 })
      await expect(game(page).locator('body')).toHaveAttribute('data-phase', 'play', {
        timeout: 1000,
      })
    }).toPass()
    await expect(page.getByRole('button', { name: 'Preko cijelog zaslona' })).toBeVisible()
    expect(await isFullscreen()).toBe(false)
  })

  test('a round fills the page if the browser refuses full screen', { tag: '@full' }, async ({
    page,
  }) => {
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('no'))
    })
    await game(page).getByRole('button', { name: 'Kreni' }).tap()
    await expect(page.locator('.poster-stage[data-full]')).toBeVisible()
    const box = await page.locator('iframe[title^="Igra:"]').boundingBox()
    expect([box?.x, box?.y, box?.width]).toEqual([0, 0, 390])
  })
})

test.describe('without a CSP', () => {
  test.use({ bypassCSP: true })
  test('scores sent by the page, by another frame or by a foreign site are ignored', {
    tag: '@full',
  }, async ({ page, db }) => {
    await page.route('https://zlo.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>parent.postMessage({ type: 'igrica:score', score: 900, durationMs: 1, events: 20 }, '*')</script>`,
      }),
    )
    await signUp(page, 'Zločko', 'zlo@primjer.hr')
    await expect(card(page)).toContainText('pod nadimkom Zločko')
    const posts: string[] = []
    page.on('request', (r) => r.url().endsWith('/gameLeaderboard/') && posts.push(r.url()))
    await page.clock.install()
    await page.evaluate(() => {
      const score = { type: 'igrica:score', score: 900, durationMs: 1, events: 20 }
      // Messages with a false score: from the page itself, from another frame of the site, and from
      // the game's frame after it has opened another site.
      window.postMessage(score, '*')
      const other = document.body.appendChild(document.createElement('iframe'))
      other.srcdoc = `<script>parent.postMessage(${JSON.stringify(score)}, '*')</script>`
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title^="Igra:"]')
      if (frame) frame.src = 'https://zlo.example/'
    })
    await page.clock.runFor(1500)
    expect(posts).toEqual([])
    expect(await db`select from leaderboard_entries`).toHaveLength(0)
  })
})

test('the leaderboard is updated, lists the player’s own rank, and reports a lost network', async ({
  page,
  db,
  as,
}) => {
  const rows = fill(24).map((i) => ({ name: `Igrač ${i}`, email: `${i}@p.hr`, score: 5000 - i }))
  await db`insert into leaderboard_entries ${db(rows)}`
  const [first] = await db`select id from leaderboard_entries where name = 'Igrač 1'`
  const [own] = await db`select id from leaderboard_entries where name = 'Igrač 24'`
  const admin = await as(1)
  const places = board(page).getByRole('listitem')
  const refreshLeaderboard = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  await test.step('twenty entries are listed with current nicknames, and the player’s own entry below them', async () => {
    await page.evaluate((id) => {
      const entry = { id, name: 'Igrač 24', score: 4976, rank: 24 }
      localStorage.setItem('igrica.entry', JSON.stringify(entry))
      localStorage.setItem('igrica.player', JSON.stringify({ name: 'Igrač 24', email: '24@p.hr' }))
    }, own?.id)
    const renamed = await admin.put(`/api/gameLeaderboard/${first?.id}`, { data: { name: 'Prva' } })
    expect(await renamed.json()).toMatchObject({ name: 'Prva', email: '1@p.hr', score: 4999 })
    await page.reload()
    await expect(places).toHaveCount(21)
    await expect(places.first()).toContainText('Prva')
    await expect(places.last()).toContainText(/24\s*Igrač 24\s*ti\s*4\.976/)
  })

  await test.step('a deleted entry disappears from the leaderboard', async () => {
    expect((await admin.delete(`/api/gameLeaderboard/${first?.id}/`)).status()).toBe(204)
    await refreshLeaderboard()
    await expect(places.first()).toContainText('Igrač 2')
  })

  await test.step('without a network the leaderboard stays, and says that it is not updated', async () => {
    await page.context().setOffline(true)
    await refreshLeaderboard()
    await expect(board(page).getByRole('status')).toContainText('trenutačno ne osvježava')
    await expect(places).toHaveCount(21)
    await page.context().setOffline(false)
    await refreshLeaderboard()
    await expect(board(page).getByRole('status')).toBeEmpty()
  })
})

for (const size of SCREEN_SIZES)
  test.describe(size.name, () => {
    test.use({ viewport: size.viewport })

    test('the game page is accessible, also with the game in full screen', {
      tag: '@full',
    }, async ({ page, db }) => {
      await db`insert into leaderboard_entries (name, email, score) values ('Žućko', 'a@p.hr', 9)`
      await expect(game(page).getByRole('button', { name: 'Kreni' })).toBeEnabled()
      await expectAccessible(page)
      const full = page.getByRole('button', { name: 'Preko cijelog zaslona' })
      const bar = page.locator('.poster-bar')
      if (size.viewport.width < 400) {
        await page.evaluate(() => scrollTo(0, 0))
        const [buttonBox, barBox] = [await full.boundingBox(), await bar.boundingBox()]
        expect((buttonBox?.y ?? 0) + (buttonBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0)
      }
      await full.click()
      await expect(page.locator('.poster-game-head')).toHaveJSProperty('inert', true)
      const box = await page.locator('iframe[title^="Igra:"]').boundingBox()
      expect(box?.width).toBe(size.viewport.width)
      expect(box?.height).toBeGreaterThan(size.viewport.height - 60)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Smanji igru' }).click()
      await expect(full).toBeFocused()
    })
  })

test('an unverified score is hidden from visitors, marked for the admin, and can be deleted', {
  tag: '@full',
}, async ({ page, request, signIn, db }) => {
  const entry = { name: 'Zločko', email: 'zlo@primjer.hr', score: 9_999_999 }
  expect((await request.post('/api/gameLeaderboard/', { data: entry })).status()).toBe(201)
  await db`insert into leaderboard_entries (name, email, score) values ('Žućko', 'z@p.hr', 900)`
  const open = await (await request.get('/api/gameLeaderboard/?ordering=-score')).json()
  expect(open).toEqual([{ id: expect.any(Number), name: 'Žućko', score: 900 }])

  await signIn(page, 1)
  await page.goto('/admin/leaderboard')
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(row('Žućko')).toContainText('odigrano')
  await expect(row('Zločko')).toContainText('bez dokaza')
  await page.getByRole('button', { name: /^Bez dokaza/ }).click()
  await expect(row('Žućko')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Obriši rezultat igrača Zločko' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši' }).click()
  await expect(page.getByText('Rezultat igrača Zločko je obrisan.')).toBeVisible()
  expect(await db`select name from leaderboard_entries`).toEqual([{ name: 'Žućko' }])
})
