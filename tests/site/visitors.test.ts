// covers: app/(public) components/public lib/site lib/visibility
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { translations } from '@/db/seed/content/translations'
import { randomUuidV1 } from '@/db/uuid'
import { ALL_HIDDEN, openPages } from '@/lib/visibility/rules'
import { type ApiFixture, startApiFixture } from '../support/api-fixture'
import { awaitDayBoundary } from '../support/day-boundary'
import { attributeOf, elementsOf, linkTo, metaOf, partOf, textOf } from '../support/html'
import {
  addArtwork,
  addPerformers,
  addPrices,
  addSets,
  addSponsors,
  addStages,
  addTexts,
  invalidateAllPages,
} from '../support/programme-rows'
import { resetFestival, storeTemplateRows } from '../support/reset-festival'

const HOUR_MS = 3_600_000
const SATURDAY = new Date('2026-11-21T19:00:00Z')
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

type Flags = Record<string, string>
const all = (value: '0' | '1'): Flags => Object.fromEntries(FLAGS.map((name) => [name, value]))
const LIVE_ONLY: Flags = { ...all('0'), COMINGSOON_VISIBILITY: '1', TIMER_TIME: '' }
const withFlags = (...names: string[]): Flags => ({
  ...LIVE_ONLY,
  ...Object.fromEntries(names.map((name) => [`${name}_VISIBILITY`, '1'])),
})

let site: ApiFixture

beforeAll(async () => {
  site = await startApiFixture()
  await storeTemplateRows(site.sql)
})
afterAll(() => site?.stop())

const request = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, site.url), { redirect: 'manual', headers })

/** Returns the data of a page that the router of Next.js reads instead of its HTML. */
const dataOf = async (path: string) =>
  (await fetch(new URL(path, site.url), { headers: { rsc: '1' } })).text()

async function statusOf(path: string, headers?: Record<string, string>) {
  const response = await request(path, headers)
  await response.arrayBuffer()
  return response.status
}

async function visit(path: string) {
  const response = await request(path)
  const html = await response.text()
  const [main, footer] = [partOf(html, 'main'), partOf(html, 'footer')]
  return { status: response.status, headers: response.headers, html, main, footer }
}

/** Loads a page again until it shows text that was written directly to the database. */
const visitFresh = (path: string, text: string) =>
  vi.waitFor(
    async () => {
      const page = await visit(path)
      expect(textOf(page.html)).toContain(text)
      return page
    },
    { timeout: 90_000 },
  )

/** Makes a change as an admin through the API. The next request must already show the change. */
async function change(method: string, path: string, data?: object) {
  const response = await fetch(`${site.url}/api/${path}/`, {
    method,
    headers: { ...site.staff('cookie', 1), 'content-type': 'application/json' },
    body: data && JSON.stringify(data),
  })
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
  return response.status === 204 ? null : response.json()
}
async function setFlags(flags: Flags) {
  for (const [name, visible] of Object.entries(flags))
    await change('PUT', `visibility/${name}`, { visible })
}
const updateFestival = (data: object) => change('PUT', 'festival', data)
const write = (key: string, value: string) => change('POST', 'translations', { key, value })

/** Restores the rows of the database template, then sets the given visibility flags. */
async function resetSite(flags: Flags) {
  await resetFestival(site.sql)
  await setFlags(flags)
}

const sitemap = async () => (await request('/sitemap.xml')).text()

describe('before the site is live', () => {
  beforeAll(() => resetSite({ ...all('0'), TIMER_TIME: '' }))

  // Rules 1.3 and 1.12: before the site is live, home is the coming-soon page and has no menu.
  it('home is the coming-soon page, without a menu and a countdown', async () => {
    const { status, html } = await visit('/')
    expect(status).toBe(200)
    expect(textOf(partOf(html, 'h1'))).toBe('Brucošijada')
    expect(textOf(html)).toContain('Uskoro')
    expect(html).not.toMatch(/aria-label="Glavni izbornik"|role="timer"/)
  })

  // Rules 1.2 and 1.3: before the site is live, every other page answers 404.
  it('every other page gets a 404 that links to home', async () => {
    for (const address of ['/brucosi', '/nema-me', '/duboko/nigdje', '/pravila-ponasanja']) {
      const { status, html } = await visit(address)
      expect(status, address).toBe(404)
      expect(textOf(html)).toContain('...OPA! Izgleda da tražena stranica ne postoji!')
      expect(linkTo(html, /Na početnu/)).toBe('/')
    }
    expect(partOf((await visit('/')).html, 'footer')).not.toContain('/pravila-ponasanja')
  })
})

describe('while the site is live', () => {
  beforeEach(() => resetSite(LIVE_ONLY))

  // Rule 1.9: a change by an admin is seen by the next request.
  it('a flag changed through the API applies to the next request', async () => {
    expect(await statusOf('/brucosi')).toBe(200)
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    expect(await statusOf('/brucosi')).toBe(404)
    await setFlags({ COMINGSOON_VISIBILITY: '1' })
    expect(await statusOf('/brucosi')).toBe(200)
  })

  // Rule 1.6: the ticket flag controls only the link to `/brucosi`, not the page.
  it('the ticket flag shows the link to the freshers’ sign-up, which is open without the flag', async () => {
    expect((await visit('/')).html).not.toContain('href="/brucosi"')
    expect(await statusOf('/brucosi')).toBe(200)
    await setFlags({ ULAZNICA_VISIBILITY: '1' })
    expect(linkTo(partOf((await visit('/')).html, 'nav'), /^Brucoši$/)).toBe('/brucosi')
    expect(await sitemap()).toContain('/brucosi')
  })

  // Rule 1.12: the menu marks the current page.
  it('the menu marks the current page and no other page', async () => {
    await setFlags({ LINEUP_VISIBILITY: '1', SPONSORS_VISIBILITY: '1' })
    const markedLinks = async (path: string) =>
      elementsOf((await visit(path)).html, 'a')
        .filter((link) => link.includes('aria-current'))
        .map((link) => attributeOf(link, 'href'))
    expect(await markedLinks('/lineup')).toEqual(['/lineup'])
    expect(await markedLinks('/')).toEqual([])
  })

  // Rule 1.13: the footer has both contact mailboxes and the current year.
  it('the footer names both mailboxes and the current year', async () => {
    await awaitDayBoundary()
    const { footer } = await visit('/')
    for (const mailbox of ['info@brucosijada.example', 'sponzori@brucosijada.example'])
      expect(footer).toContain(`href="mailto:${mailbox}"`)
    const year = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Zagreb', year: 'numeric' })
    expect(textOf(footer)).toContain(`© ${year.format()} Brucošijada`)
  })

  // Rule 1.5: a page whose flag is 0 is not found.
  it('text pages and their links in the footer follow their flags', async () => {
    await setFlags({ ULAZNICA_VISIBILITY: '1', IGRICA_VISIBILITY: '1' })
    const { footer } = await visit('/')
    expect(linkTo(footer, /^Uvjeti korištenja$/)).toBe('/uvjeti-koristenja')
    expect(linkTo(footer, /^Pravila ponašanja$/)).toBe('/pravila-ponasanja')
    await setFlags({ IGRICA_VISIBILITY: '0', ULAZNICA_VISIBILITY: '0' })
    for (const address of ['/uvjeti-koristenja', '/ulaznice'])
      expect(await statusOf(address)).toBe(404)
    expect(await statusOf('/pravila-ponasanja')).toBe(200)
    const { html } = await visit('/')
    expect(html).not.toMatch(/href="\/(uvjeti-koristenja|ulaznice)"/)
    expect(html).toContain('href="/pravila-ponasanja"')
  })
})

describe('home', () => {
  beforeEach(() => resetSite(withFlags('ULAZNICA', 'TLOCRT', 'SATNICA', 'TIMER')))

  it('has no ticket link without the ticket flag, and shows no place that is not set', async () => {
    await setFlags({ ULAZNICA_VISIBILITY: '0', TIMER_TIME: at(84 * HOUR_MS) })
    await updateFestival({ opensAt: '', closesAt: '', place: '' })
    const { html } = await visit('/')
    expect(textOf(html)).toContain('Početak:')
    expect(linkTo(html, /Kupi/)).toBeNull()
    expect(textOf(html)).not.toContain('Studentski centar')
  })

  // Rule 1.17: on the night, home shows what plays on each stage now and next.
  it('shows current sets and help during the night, and a farewell after the closing time', async () => {
    const { sql } = site
    await addPerformers(sql, {})
    await addSets(sql, 'Velika', new Date(), [
      [-30, 30, 'Prvi Bend'],
      [45, 60, 'Drugi Bend'],
    ])
    await addSets(sql, 'Mala', new Date(), [
      [-120, -60, 'Treći Bend'],
      [30, 60, 'Četvrti Bend'],
    ])
    await addTexts(sql, { 'home.izgubljeno': 'Jakne su na porti.' })
    await invalidateAllPages(sql)
    const bar = async () => partOf((await visit('/pravila-ponasanja')).html, 'header')
    expect(linkTo(await bar(), /^Kupi/)).toBe('/ulaznice')
    await updateFestival({
      ...{ opensAt: at(-3 * HOUR_MS), closesAt: at(3 * HOUR_MS), nightPhone: '+385 1 555 0143' },
    })
    const night = await visitFresh('/', 'Prvi Bend')
    const plates = elementsOf(night.html, 'li')
      .filter((element) => attributeOf(element, 'class') === 'night-plate')
      .map(textOf)
    expect(plates).toEqual([
      expect.stringMatching(/^Sada Velika Prvi Bend do \d\d:\d\d Zatim \d\d:\d\d Drugi Bend$/),
      expect.stringMatching(/^Pauza Mala Četvrti Bend od \d\d:\d\d$/),
    ])
    expect(linkTo(night.main, /^Pomoć/)).toBe('tel:+38515550143')
    for (const tile of [/^Moja ulaznica/, /^Tlocrt/, /^Kući/])
      expect(linkTo(night.main, tile), String(tile)).not.toBeNull()
    expect(night.html).not.toContain('role="timer"')
    expect(linkTo(night.html, /^(Kupi kartu|Prijavi se)$/)).toBeNull()
    expect(linkTo(await bar(), /^Sada$/)).toBe('/')

    await updateFestival({ closesAt: at(-1_000) })
    const dawn = await visit('/')
    expect(textOf(partOf(dawn.html, 'h1'))).toBe('Svanulo je')
    expect(textOf(dawn.main)).toMatch(/Hvala, vidimo se na \d+\./)
    expect(textOf(dawn.main)).toContain('Jakne su na porti.')
    expect(dawn.html).not.toContain('class="night-plates"')
    expect(linkTo(dawn.html, /Kupi|Prijavi|kalendar/)).toBeNull()
  })

  // Rule 1.18: an admin sets the state of the ticket sale, for example 'sold out'.
  it('shows the state of the ticket sale on a sticker, also in the preview image', async () => {
    const shared = async (html: string) =>
      Buffer.from(await (await fetch(metaOf(html, 'og:image'))).arrayBuffer())
    const shop = { opensAt: '', closesAt: '', ticketShopUrl: 'https://trgovina.primjer.hr' }
    await updateFestival({ ...shop, salesState: 'open' })
    const { html: open } = await visit('/')
    expect(open).not.toContain('<p class="poster-sticker')
    const plain = await shared(open)
    await updateFestival({ salesState: 'sold_out' })
    const { html: soldOut } = await visit('/')
    expect(textOf(soldOut)).toContain('Rasprodano')
    // Rule 1.19: then neither home nor the bar of a phone invites to buy.
    expect(linkTo(open, /^Kupi( ·|$)/)).toBe('/ulaznice')
    expect(linkTo(soldOut, /^Kupi( ·|$| kartu$)/)).toBeNull()
    expect((await shared(soldOut)).equals(plain)).toBe(false)
    const { main: soldOutTickets } = await visit('/ulaznice')
    expect(textOf(soldOutTickets)).toContain('Rasprodano')
    expect(linkTo(soldOutTickets, /^Kupi ulaznicu/)).toBeNull()
    await updateFestival({ salesState: 'last' })
    const { main: lastTickets } = await visit('/ulaznice')
    expect(textOf(lastTickets)).toContain('Zadnje ulaznice')
    expect(linkTo(lastTickets, /^Kupi ulaznicu/)).toBe('https://trgovina.primjer.hr')
  })
})

describe('text pages', () => {
  const PAGES = [
    ['/kontakt', 'Kontakt', 'kontakt'],
    ['/ulaznice', 'Ulaznice', 'ulaznice'],
    ['/pravila-ponasanja', 'Pravila ponašanja', 'pravila'],
    ['/uvjeti-koristenja', 'Uvjeti korištenja', 'uvjeti'],
  ] as const
  beforeAll(() => resetSite(withFlags('ULAZNICA', 'IGRICA')))

  // Rule 12.4: text pages show raw keys for texts without a translation.
  it('show raw keys for missing texts, and a section for each written title', async () => {
    for (const [address, , section] of PAGES) {
      const text = textOf((await visitFresh(address, `${section}.title1`)).main)
      expect(text).toContain(`${section}.title1 ${section}.text1`)
      await addTexts(site.sql, {
        [`${section}.title2`]: 'Drugi naslov',
        [`${section}.text2`]: 'Prvi odlomak.<br>Novi red.\n\nDrugi <b>odlomak</b>.',
        [`${section}.title10`]: 'Deseti naslov',
      })
    }
    await invalidateAllPages(site.sql)
    for (const [address, title, section] of PAGES) {
      const { html, main } = await visitFresh(address, 'Drugi naslov')
      expect(textOf(partOf(html, 'title'))).toBe(`${title} · Brucošijada`)
      expect(textOf(partOf(html, 'h1'))).toBe(title)
      const sections = elementsOf(main, 'li').filter((element) => element.includes('id="odjeljak-'))
      expect(sections.map((element) => textOf(partOf(element, 'h2')))).toEqual([
        'Drugi naslov',
        'Deseti naslov',
      ])
      expect(elementsOf(sections[0] ?? '', 'p')).toEqual([
        '<p>Prvi odlomak.\nNovi red.</p>',
        '<p>Drugi &lt;b&gt;odlomak&lt;/b&gt;.</p>',
      ])
      expect(textOf(sections[1] ?? '')).toContain(`${section}.text10`)
    }
  })

  it('the contact page has both mailboxes, the social networks and a link to the directions', async () => {
    const { main } = await visit('/kontakt')
    for (const address of ['info@brucosijada.example', 'sponzori@brucosijada.example'])
      expect(main).toContain(`href="mailto:${address}"`)
    for (const network of ['instagram', 'facebook', 'tiktok'])
      expect(linkTo(main, new RegExp(`^${network} \\(otvara`, 'i'))).toContain(network)
    expect(linkTo(main, /Kako do nas/)).toBe('/t2')
  })

  // Rule 12.5: the ticket page always has a link to the shop, also without scripting.
  it('the ticket page links to the shop before any script has run, also with a widget', async () => {
    const shop = 'https://www.entrio.hr/'
    for (const ticketWidgetSrc of ['', 'https://trgovina.primjer.hr/widget.js']) {
      await updateFestival({ ticketShopUrl: shop, ticketWidgetSrc })
      const { main } = await visit('/ulaznice')
      expect(linkTo(main, /^Kupi ulaznicu/)).toBe(shop)
      expect(main).toMatch(/<a href="https:\/\/www\.entrio\.hr\/" target="_blank"/)
      expect(main.includes('id="ticket-widget"')).toBe(ticketWidgetSrc !== '')
      expect(main).not.toContain('Učitavamo')
    }
  })

  it('title and manifest contain the name of the festival, and a preview image exists', async () => {
    const name = 'Ljetna noć Šumara'
    await updateFestival({ name })
    const { html } = await visit('/kontakt')
    expect(metaOf(html, 'og:title')).toBe(`Kontakt · ${name}`)
    expect(metaOf(html, 'og:site_name')).toBe(name)
    const address = metaOf(html, 'og:image')
    expect(address).toMatch(new RegExp(`^${site.url}/`))
    const picture = await (await fetch(address)).arrayBuffer()
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630 })
    const manifest = await (await request('/manifest.webmanifest')).json()
    expect(manifest.short_name).toBe(name)
    expect(manifest.shortcuts).toContainEqual({ name: 'Moja ulaznica', url: '/karta' })
    expect(html).toMatch(/<html lang="hr"/)
  })
})

describe('the programme', () => {
  const FLAG_PAGES = {
    LINEUP_VISIBILITY: ['/lineup'],
    SPONSORS_VISIBILITY: ['/sponsors'],
    CJENIK_VISIBILITY: ['/cjenik'],
    SATNICA_VISIBILITY: ['/satnica', '/Satnica', '/satnica/', '/Satnica/'],
  }
  const OPEN = withFlags('LINEUP', 'SPONSORS', 'CJENIK', 'SATNICA')

  it('shows a notice on every empty page, and the keys of missing texts', async () => {
    await resetSite(OPEN)
    const lineup = 'Imena još držimo iza pozornice.'
    await visitFresh('/lineup', lineup)
    await visitFresh('/sponsors', 'Popis se još slaže.')
    await visitFresh('/cjenik', 'Šank se još slaže.')
    await visitFresh('/cjenik', 'cjenik.disclaimer')
    const { html } = await visitFresh('/satnica', 'Raspored se još slaže.')
    expect(html).not.toContain('class="timetable-set"')
    const home = textOf((await visitFresh('/', lineup)).main)
    expect(home).toContain('Popis se još slaže.')
  })

  describe('with performers, sponsors, prices and sets', () => {
    beforeAll(async () => {
      await resetSite(OPEN)
      const { sql } = site
      await addPerformers(sql, {
        'Prvi Bend': 'Sviraju od jutra.\n\nI do jutra.',
        'Drugi Bend': '',
        'Treći Bend': 'Sviraju po noći.',
        Gost: 'Tajna.',
      })
      await sql`update lineup_items set visible = false where name = 'Gost'`
      await addSponsors(sql, 14)
      await addPrices(sql, [
        ['OSTALO', 'Kokice', 1, 2, 0],
        ['OSTALO', 'Upaljač', 2, 1.5, 3],
        ['PIVO', 'Svijetlo pivo', 1, 3, 0.5],
        ['SOK', 'Tonik', 2, 2.5, 0.25],
        ['SOK', 'Cola', 1, 1234.5, 1],
      ])
      await addArtwork(sql, { schedule: [1600, 900], 'schedule-tall': [900, 1600] })
      await addTexts(sql, { 'cjenik.disclaimer': 'Cijene uključuju PDV.' })
      await addSets(sql, 'Velika pozornica', SATURDAY, [
        [0, 45, 'Prvi Bend'],
        [225, 300, 'Jutarnji vlak'],
      ])
      await addSets(sql, 'Paviljon', SATURDAY, [[60, 120, 'Treći Bend']])
      await invalidateAllPages(sql)
    })
    beforeEach(() => setFlags(OPEN))

    // Rule 1.5: a page whose flag is 0 is not found.
    it('each flag hides and shows its pages by the next request', async () => {
      for (const [flag, addresses] of Object.entries(FLAG_PAGES))
        for (const value of ['0', '1'] as const) {
          await setFlags({ [flag]: value })
          for (const address of addresses)
            expect(await statusOf(address), `${address} at ${value}`).toBe(
              value === '1' ? 200 : 404,
            )
        }
      await setFlags({ COMINGSOON_VISIBILITY: '0' })
      for (const address of Object.values(FLAG_PAGES).flat())
        expect(await statusOf(address)).toBe(404)
    })

    it('home links to line-up, performers and sponsors only while their flags are on', async () => {
      const { main } = await visitFresh('/', 'Treći Bend')
      expect(linkTo(main, /^Line-up$/)).toBe('/lineup')
      expect(linkTo(main, /^Sponzori$/)).toBe('/sponsors')
      const performer = await visit(linkTo(main, /^Treći Bend$/) ?? '')
      expect(textOf(partOf(performer.html, 'h1'))).toBe('Treći Bend')
      expect(textOf(performer.main)).toContain('Sviraju po noći.')
      await setFlags(LIVE_ONLY)
      expect((await visit('/')).html).not.toMatch(/Treći Bend|Tvrtka/)
    })

    // Rule 12.3: each sponsor's logo opens the sponsor's link in a new tab.
    it('each sponsor links to its own website', async () => {
      const links = elementsOf((await visitFresh('/sponsors', 'Sponzori')).main, 'a')
      expect(links).toHaveLength(14)
      expect(links[2]).toMatch(
        /^<a href="https:\/\/tvrtka-3\.example" target="_blank" rel="noopener".* alt="Tvrtka 3 /s,
      )
    })

    // Rules 12.6 and 12.7: the price list has groups and the banner of Aircash.
    it('the price list is grouped, with quantities and prices in Croatian format', async () => {
      const { main } = await visitFresh('/cjenik', 'Svijetlo pivo')
      const tables = elementsOf(main, 'table').map((table) => [
        textOf(partOf(table, 'caption')),
        ...elementsOf(partOf(table, 'tbody'), 'tr').map(textOf),
      ])
      expect(tables).toEqual([
        ['SOK', 'Cola 1 L 1.234,50 €', 'Tonik 0,25 L 2,50 €'],
        ['PIVO', 'Svijetlo pivo 0,5 L 3,00 €'],
        ['OSTALO', 'Kokice 2,00 €', 'Upaljač 3 1,50 €'],
      ])
      const text = textOf(main)
      expect(text).toContain('Plaćaj 20% jeftinije uz Aircash')
      expect(text).toContain('Cijene uključuju PDV.')
      expect(linkTo(main, /^Preuzmi Aircash/)).toBe('https://aircash.eu/')
    })

    // Rule 12.17: `/satnica` shows the timetable and the uploaded schedule image.
    it('the timetable lists sets by stage, and has schedule images for wide and narrow screens', async () => {
      const { main } = await visitFresh('/Satnica', 'Jutarnji vlak')
      expect(elementsOf(main, 'h2').map(textOf)).toEqual(['Velika pozornica', 'Paviljon'])
      const sets = elementsOf(main, 'li').filter((element) =>
        element.includes('class="timetable-set"'),
      )
      expect(sets.map((element) => textOf(element.replaceAll('–', '')).slice(0, 30))).toEqual([
        expect.stringMatching(/^20:00 20:45 Prvi Bend/),
        expect.stringMatching(/^23:45 01:00 Jutarnji vlak/),
        expect.stringMatching(/^21:00 22:00 Treći Bend/),
      ])
      const [{ wide, tall } = { wide: '', tall: '' }] = await site.sql<
        { wide: string; tall: string }[]
      >`select (select image_hash from artworks where slot = 'schedule') as wide,
          (select image_hash from artworks where slot = 'schedule-tall') as tall`
      const picture = partOf(main, 'picture')
      expect(/<source media="\(min-width: 64rem\)"[^>]*>/.exec(picture)?.[0]).toContain(wide)
      expect(/<img [^>]*>/.exec(picture)?.[0]).toContain(tall)
      expect(linkTo(main, /Povećaj$/)).toContain(wide)
    })

    it('a shared performer has title, text and image, and a hidden performer has no page', async () => {
      const { html } = await visitFresh('/lineup/prvi-bend', '20:00')
      expect(metaOf(html, 'og:title')).toBe('Prvi Bend · Brucošijada')
      expect(metaOf(html, 'og:description')).toBe(
        '20:00–20:45, Velika pozornica. Sviraju od jutra.',
      )
      expect(html).toContain(`<link rel="canonical" href="${site.url}/lineup/prvi-bend"/>`)
      const { pathname: shared } = new URL(metaOf(html, 'og:image'))
      const picture = await (await request(shared)).arrayBuffer()
      expect(await sharp(picture).metadata()).toMatchObject({
        ...{ format: 'jpeg', width: 1200, height: 630 },
      })
      expect(await sitemap()).toContain('/lineup/prvi-bend</loc>')
      expect(await sitemap()).not.toContain('gost')

      for (const address of ['/lineup/0', '/lineup/%E0%A4%A'])
        expect(await statusOf(address), address).toBeGreaterThanOrEqual(400)
      for (const address of ['/lineup/gost', '/lineup/nema-ga', '/lineup/gost/opengraph-image'])
        expect(await statusOf(address), address).toBe(404)
      expect(await dataOf('/lineup/prvi-bend')).toContain('Prvi Bend')
      await setFlags({ LINEUP_VISIBILITY: '0' })
      expect(await statusOf('/lineup/prvi-bend')).toBe(404)
      expect(await dataOf('/lineup/prvi-bend')).not.toMatch(/Prvi Bend|Sviraju od jutra/)
      expect(await statusOf(shared)).toBe(404)
      await setFlags({ LINEUP_VISIBILITY: '1' })
      expect(await statusOf('/lineup/prvi-bend')).toBe(200)
    })

    // Rule 1.9: a change is seen by the next request. Each page is cached before the change. The
    // schedule shows performers and stages too.
    it.each([
      ['performer', 'lineup', 'lineup_items', 'name', 'Treći Bend', ['/', '/lineup', '/satnica']],
      ['stage', 'stages', 'stages', 'name', 'Paviljon', ['/satnica']],
      ['set', 'programme', 'sets', 'title', 'Jutarnji vlak', ['/satnica']],
      ['sponsor', 'sponsors', 'sponsors', 'name', 'Tvrtka 3', ['/', '/sponsors']],
      ['price item', 'cjenik', 'price_items', 'name', 'Kokice', ['/cjenik']],
    ])(
      'a renamed %s is on its pages at the next request',
      async (entity, path, table, field, name, pages) => {
        const [row] = await site.sql`select id from ${site.sql(table)}
          where ${site.sql(field)} = ${name}`
        for (const page of pages) await visit(page)
        const renamed = `Novo ime: ${entity}`
        await change('PUT', `${path}/${row?.id}`, { [field]: renamed })
        for (const page of pages) expect((await visit(page)).html, page).toContain(renamed)
      },
    )
  })

  it('a calendar of chosen sets skips unknown sets, and an invalid list of ids is refused', async () => {
    await resetSite(OPEN)
    const { sql } = site
    await addStages(sql, SATURDAY, [30, 80])
    const [first] = await sql`select id from sets where title = 'Prvi Bend'`
    const calendar = async (ids: string) => request(`/api/programme/calendar.ics?ids=${ids}`)
    expect((await (await calendar(`${first?.id},999999`)).text()).match(/SUMMARY:.*/g)).toEqual([
      'SUMMARY:Prvi Bend',
    ])
    expect(await (await calendar('999999,999998')).text()).not.toContain('VEVENT')
    for (const ids of ['', 'a', '1,,2', '0', `${'1,'.repeat(300)}1`])
      expect((await calendar(ids)).status, ids).toBe(400)
  })
})

describe('directions home, questions and accessibility', () => {
  beforeEach(() => resetSite(LIVE_ONLY))

  it('the directions home show the texts of the admin, and are missing without texts', async () => {
    expect((await visit('/t2')).html).not.toContain('id="kuci"')
    await write('t2.put', 'Prvi odlomak.\n\n- jedno\n- drugo')
    const wayHome = async () => {
      const { html } = await visit('/t2')
      return html.slice(html.indexOf('id="kuci"'), html.indexOf('<footer'))
    }
    const directions = await wayHome()
    expect(textOf(partOf(directions, 'h2'))).toBe('A kući?')
    expect(elementsOf(directions, 'p').map(textOf)).toContain('Prvi odlomak.')
    expect(elementsOf(directions, 'li').map(textOf)).toEqual(['jedno', 'drugo'])
    expect(directions).not.toContain('Noćne linije')
    await write('t2.nocne-linije', 'N1: prema istoku\nN2: prema zapadu')
    const lines = await wayHome()
    expect(lines).toContain('aria-label="Noćne linije"')
    expect(elementsOf(lines, 'dt').map(textOf)).toEqual(['N1', 'N2'])
  })

  // Rule 12.22: `/pitanja` is not found nor linked while it has no texts.
  it('questions are neither found nor linked until a question is answered', async () => {
    const isLinked = async () => {
      const link = linkTo((await visit('/kontakt')).footer, /^Pitanja/)
      expect((await sitemap()).includes('/pitanja<')).toBe(link === '/pitanja')
      expect(await statusOf('/pitanja')).toBe(link === '/pitanja' ? 200 : 404)
      return link !== null
    }
    expect(await isLinked()).toBe(false)
    // A question without an answer does not open the page.
    await write('pitanja.title1', 'Smije li pas?')
    expect(await isLinked()).toBe(false)
    const answer = await write('pitanja.text1', 'Smije.')
    expect(await isLinked()).toBe(true)
    const { html, main } = await visit('/pitanja')
    expect(textOf(partOf(html, 'h1'))).toMatch(/^Pitanja i pristupačnost$/i)
    expect(textOf(partOf(main, 'details'))).toMatch(/^Smije li pas\? Smije\./)
    await change('DELETE', `translations/${answer.id}`)
    expect(await isLinked()).toBe(false)
    await write('pristupacnost.petlja', 'Lijevo.')
    expect(textOf((await visit('/pitanja')).main)).toContain('Indukcijska petlja Lijevo.')
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    expect(await statusOf('/pitanja')).toBe(404)
  })

  it('questions have structured data with their answers for search engines', async () => {
    const questionTexts = translations.filter(([key]) => /^pitanja\./.test(key))
    await addTexts(site.sql, Object.fromEntries(questionTexts))
    await invalidateAllPages(site.sql)
    const { main } = await visitFresh('/pitanja', 'Mogu li izaći pa se vratiti?')
    expect(main).toMatch(/<section [^>]*itemType="https:\/\/schema\.org\/FAQPage"/i)
    const questions = elementsOf(main, 'details').map((question) => {
      expect(question).toMatch(
        /itemProp="mainEntity" itemType="https:\/\/schema\.org\/Question".*itemProp="acceptedAnswer" itemType="https:\/\/schema\.org\/Answer"/is,
      )
      const textOfProperty = (name: string) =>
        textOf(question.slice(question.search(new RegExp(`<[^<]*itemProp="${name}"`, 'i'))))
      return [textOfProperty('name'), textOfProperty('text')]
    })
    expect(questions).toHaveLength(8)
    expect(questions[0]?.[0]).toMatch(/^Mogu li izaći pa se vratiti\?/)
    expect(questions[0]?.[1]).toMatch(/^Ne, osim u nuždi/)
  })
})

describe('the ticket page', () => {
  beforeAll(() => resetSite(LIVE_ONLY))

  async function sell() {
    const code = randomUuidV1()
    await site.sql`insert into guests (name, surname, list_id, conf_code, bought_at)
      select 'Željka', 'Šćurić-Đorđević', id, ${code}, now() from guest_lists where role = 'brucosi'`
    return code
  }

  // Rule 12.19: the page of a ticket is in no index, no preview and no cache.
  it('is neither cached nor indexed, and its code is neither in its head nor in the log', async () => {
    const code = await sell()
    const { status, headers, html } = await visit(`/karta/${code}`)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const head = partOf(html, 'head')
    expect(textOf(partOf(head, 'title'))).toMatch(/^Moja ulaznica/)
    expect(head).not.toContain(code)
    expect(head).not.toContain('Željka')
    expect(metaOf(html, 'robots')).toContain('noindex')
    expect(site.instance.output()).not.toContain(code)
  })

  it('opens before the site is live, too', async () => {
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    const { status, main } = await visit(`/karta/${await sell()}`)
    expect(status).toBe(200)
    expect(textOf(partOf(main, 'h1'))).toBe('Željka Šćurić-Đorđević')
  })

  it('loads less than 150 kB of scripts, and so does the page for lost tickets', async () => {
    for (const address of [`/karta/${await sell()}`, '/karta'])
      expect(await weightOfScripts(address), address).toBeLessThan(150_000)
  })
})

it('a hidden game is not found, and neither are its files', async () => {
  await resetSite(withFlags('IGRICA'))
  const FILES = ['index.html', 'game.js', 'world.js', 'game.css', 'text.woff2']
  const fileStatus = (file: string, headers = {}) => statusOf(`/game/${file}`, headers)
  for (const file of FILES) expect(await fileStatus(file), file).toBe(200)
  expect(await fileStatus('nema.js')).toBe(404)
  const etag = (await request('/game/world.js')).headers.get('etag') ?? ''
  expect(await fileStatus('world.js', { 'if-none-match': etag })).toBe(304)

  await setFlags({ IGRICA_VISIBILITY: '0' })
  expect(await statusOf('/igrica')).toBe(404)
  for (const file of FILES) expect(await fileStatus(file, { 'if-none-match': etag })).toBe(404)
})

/** Returns the scripts that a page starts with, without those that only old browsers load. */
function scriptsIn(html: string): string[] {
  const modern = html.replace(/<script[^>]*noModule[^>]*>/gi, '')
  return [...new Set(modern.match(/\/_next\/static\/[^"'\\ ?]+\.js/g))]
}

const scriptWeights = new Map<string, number>()

/** Returns the bytes of all scripts that a page starts with, compressed by gzip. */
async function weightOfScripts(address: string) {
  let sum = 0
  for (const script of scriptsIn((await visit(address)).html)) {
    if (!scriptWeights.has(script))
      scriptWeights.set(script, gzipSync(await (await request(script)).arrayBuffer()).length)
    sum += scriptWeights.get(script) ?? 0
  }
  return sum
}

describe('the public site', () => {
  const everything = { ...ALL_HIDDEN(), flags: Object.fromEntries(FLAGS.map((f) => [f, true])) }
  const PAGES = [
    '/',
    ...openPages(everything as ReturnType<typeof ALL_HIDDEN>).map((page) => page.address),
  ]

  beforeAll(async () => {
    await resetSite(all('1'))
    // `/pitanja` is not found without texts.
    await addTexts(site.sql, { 'pitanja.title1': 'Smije li pas?', 'pitanja.text1': 'Smije.' })
    await invalidateAllPages(site.sql)
    await visitFresh('/pitanja', 'Smije.')
  })

  const URL_ATTRIBUTES = /\b(?:href|src|poster|action|data)="([^"]+)"/g
  const SRCSETS = /\bsrcset="([^"]+)"/gi

  /**
   * Returns every URL of this site that the page at `base` names: links, images, scripts, frames.
   */
  function addressesIn(html: string, base: URL): URL[] {
    const plain = html.replaceAll('&amp;', '&')
    const fromAttributes = [...plain.matchAll(URL_ATTRIBUTES)].map((m) => m[1] ?? '')
    const fromSrcsets = [...plain.matchAll(SRCSETS)].flatMap((m) =>
      (m[1] ?? '').split(/,\s+/).map((candidate) => candidate.split(' ')[0] ?? ''),
    )
    return [...fromAttributes, ...fromSrcsets]
      .map((address) => new URL(address, base))
      .filter((url) => url.origin === base.origin)
  }

  /**
   * Follows all links of the site, starting at the home page. Returns the dead links and the paths
   * of all pages.
   */
  async function walk() {
    const visited = new Map<string, { status: number; html: string }>()
    const dead: string[] = []
    const links: [url: URL, from: string][] = [[new URL('/', site.url), '']]
    // The loop appends to `links` while it runs.
    for (const [url, from] of links) {
      const address = url.pathname + url.search
      let page = visited.get(address)
      if (!page) {
        const response = await fetch(url)
        const isPage = response.headers.get('content-type')?.startsWith('text/html')
        const text = await response.text()
        page = { status: response.status, html: isPage ? text : '' }
        visited.set(address, page)
        for (const link of addressesIn(page.html, url)) links.push([link, address])
      }
      const anchor = decodeURIComponent(url.hash.slice(1))
      if (page.status !== 200 || (anchor && !page.html.includes(`id="${anchor}"`)))
        dead.push(`${page.status} ${url.href.slice(site.url.length)} on ${from}`)
    }
    return { dead, pages: [...visited].filter(([, { html }]) => html).map(([address]) => address) }
  }

  const inSitemap = async () =>
    [...(await sitemap()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((m) =>
      (m[1] ?? '').slice(site.url.length),
    )

  // Rule 1.1: each page for visitors has one address.
  it('has no dead link with every flag on, and lists all pages in the sitemap', async () => {
    const { dead, pages } = await walk()
    expect(dead).toEqual([])
    expect(pages).toEqual(expect.arrayContaining(PAGES))
    expect((await inSitemap()).sort()).toEqual([...PAGES].sort())
  })

  it('loads less than 150 kB of scripts on every page but the directions', async () => {
    for (const address of PAGES.filter((path) => path !== '/t2')) {
      const weight = await weightOfScripts(address)
      expect(weight, address).toBeGreaterThan(50_000)
      expect(weight, address).toBeLessThan(150_000)
    }
  })

  it('responds to an unknown path with 404, and to a malformed path with 400', async () => {
    const odd = ['/%00', '/LINEUP', '/Kontakt', '/nesto/drugo', '/nesto/drugo/']
    const more = ['/kontakt/x', `/${'a'.repeat(4000)}`, '/a%2Fb', '/.env', '/index.php?x=<b>']
    for (const address of [...odd, ...more]) {
      const { status, html } = await visit(address)
      expect(status, address).toBe(404)
      expect(textOf(html)).toContain('...OPA! Izgleda da tražena stranica ne postoji!')
      expect(html).toMatch(/<html lang="hr"/)
    }
    const broken = await visit('/%E0')
    expect(broken.status).toBe(400)
    expect(textOf(broken.html)).toContain('Ova adresa nije ispravna.')
    const { status, html } = await visit('/kontakt/')
    expect(status).toBe(200)
    expect(html).toContain(`<link rel="canonical" href="${site.url}/kontakt"/>`)
  })

  // Rule 1.4: the pages of guest lists and tickets open before the site is live.
  it('has no dead link with every page flag off, whether the site is live or not', async () => {
    await setFlags(LIVE_ONLY)
    const live = await walk()
    expect(live.dead).toEqual([])
    expect(live.pages).toEqual(
      expect.arrayContaining(['/', '/kontakt', '/t2', '/pravila-ponasanja']),
    )
    for (const address of await inSitemap()) expect(await statusOf(address)).toBe(200)
    await setFlags(all('0'))
    const hidden = await walk()
    expect(hidden.dead).toEqual([])
    expect(hidden.pages).toEqual(['/'])
    expect(await inSitemap()).toEqual(['/'])
  })

  it('names the sitemap and excludes the admin area in robots.txt', async () => {
    const robots = await (await request('/robots.txt')).text()
    expect(robots).toContain('Disallow: /admin')
    expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  })

  it('serves the icon at /favicon.ico', async () => {
    const icon = await request('/favicon.ico')
    await icon.arrayBuffer()
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  })
})
