import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fittedLines, typeWidth } from '@/components/public/fitted-type'
import { slotOf } from '@/components/public/frame/bar-slot'
import { buyLink } from '@/components/public/frame/frame'
import { FestivalData } from '@/components/public/home/home'
import { SALES_STICKERS } from '@/lib/festival/rules'
import { laterPhase, phaseAt } from '@/lib/phase/rules'
import {
  balancedLines,
  lettering,
  letteringWidth,
  nameLettering,
  OG_SIZE,
  stickerLettering,
} from '@/lib/site/images/picture'
import type { PublicFestival } from '@/lib/site/types'
import { carouselSeconds } from '@/lib/sponsors/rules'
import {
  ALL_HIDDEN,
  countdownTarget,
  extraMenuLinks,
  footerLinks,
  isOpen,
  menuPages,
  openPages,
  PUBLIC_PAGES,
  timeLeft,
  vinylAngle,
} from '@/lib/visibility/rules'
import { FLAGS, type FlagName } from '@/lib/visibility/schema'

const withFlags = (...flags: FlagName[]) => {
  const visibility = ALL_HIDDEN()
  for (const flag of flags) visibility.flags[flag] = true
  return visibility
}
const addresses = (pages: readonly { address: string }[]) => pages.map((page) => page.address)

describe('the countdown', () => {
  const target = new Date('2026-12-05T19:00:00Z')

  // Rule 12.1: the format of the countdown.
  it('shows two-digit days, hours, minutes and seconds', () => {
    expect(timeLeft(target, new Date('2026-12-04T13:55:51Z'))).toEqual({
      days: '01',
      hours: '05',
      minutes: '04',
      seconds: '09',
    })
  })

  it('lets a number grow beyond two digits', () => {
    expect(timeLeft(target, new Date('2026-01-01T00:00:00Z'))?.days).toBe('338')
  })

  it('shows the last second until it is over, and nothing at zero', () => {
    expect(timeLeft(target, new Date('2026-12-05T18:59:59.900Z'))?.seconds).toBe('01')
    expect(timeLeft(target, target)).toBeNull()
    expect(timeLeft(target, new Date('2027-01-01T00:00:00Z'))).toBeNull()
  })

  // Rules 8.6 and 12.1: the flag and the target time of the countdown.
  it('needs its flag and a time: its own, or else the opening time', () => {
    const timerTime = target.toISOString()
    const doors = '2026-12-05T20:00:00.000Z'
    expect(countdownTarget({ ...withFlags('TIMER_VISIBILITY'), timerTime }, doors)).toBe(timerTime)
    expect(countdownTarget({ ...withFlags(), timerTime }, doors)).toBeNull()
    expect(countdownTarget(withFlags('TIMER_VISIBILITY'), doors)).toBe(doors)
    expect(countdownTarget(withFlags('TIMER_VISIBILITY'), null)).toBeNull()
  })
})

describe('the phase', () => {
  const [doors, end] = [Date.parse('2026-12-04T19:00:00Z'), Date.parse('2026-12-05T04:00:00Z')]
  const times = { opensAt: '2026-12-04T19:00:00Z', closesAt: '2026-12-05T04:00:00Z' }

  it.each([
    [doors - 1, 'before'],
    [doors, 'night'],
    [end - 1, 'night'],
    [end, 'after'],
  ])('changes at the opening and at the closing time (at %d ms)', (at, phase) =>
    expect(phaseAt(times, at)).toBe(phase),
  )

  // Rule 1.15: the three phases of the site.
  it('is “before” without opening and closing time', () => {
    expect(phaseAt({ opensAt: null, closesAt: null }, end)).toBe('before')
  })

  it('is the later phase if the server and the browser differ', () => {
    expect(laterPhase('before', 'night')).toBe('night')
    expect(laterPhase('after', 'night')).toBe('after')
    expect(laterPhase('night', 'night')).toBe('night')
  })

  // Rule 1.16: the site sells nothing after the end of the night.
  it('removes ticket sale and pre-registration from the menu after the end of the night', () => {
    const all = withFlags(...FLAGS)
    const before = addresses(menuPages(all, 'before'))
    expect(before).toEqual(expect.arrayContaining(['/ulaznice', '/brucosi']))
    expect(addresses(menuPages(all, 'after'))).toEqual(
      before.filter((address) => address !== '/ulaznice' && address !== '/brucosi'),
    )
  })
})

describe('the link in the bottom bar of a phone', () => {
  const buy = { address: '/ulaznice', label: 'Kupi · 10 €' } as const
  const labelOf = (...args: Parameters<typeof slotOf>) => slotOf(...args)?.label

  // Rule 1.19: without tickets to sell, the site does not lead to the shop.
  it('leads before the night to the ticket stored on the phone, or else to the sale if it is open', () => {
    expect(labelOf('before', buy, [])).toBe('Kupi · 10 €')
    expect(labelOf('before', null, [])).toBeUndefined()
    expect(slotOf('before', buy, [{ code: 'a1' }])).toEqual({
      address: '/karta/a1',
      label: 'Moja ulaznica',
    })
    expect(slotOf('before', buy, [{ code: 'a1' }, { code: 'b2' }])?.address).toBe('/karta')
  })

  it('leads to the current sets at night, and not to the sale after the end', () => {
    expect(labelOf('night', buy, [{ code: 'a1' }])).toBe('Sada')
    expect(labelOf('after', buy, [])).toBeUndefined()
    expect(labelOf('after', buy, [{ code: 'a1' }])).toBe('Moja ulaznica')
  })
})

// Rule 1.19: at 'rasprodano' and 'na ulazu' the site does not lead to the shop.
describe('while the shop sells no tickets', () => {
  const festival = {
    publicUrl: 'https://site.example',
    ticketShopUrl: 'https://shop.example',
    ticketPriceEUR: 10,
  } as PublicFestival
  const pages = menuPages(withFlags('COMINGSOON_VISIBILITY', 'ULAZNICA_VISIBILITY'), 'before')

  it.each([
    ['open', 'Kupi · 10\u00a0€', 'https://shop.example'],
    ['last', 'Kupi · 10\u00a0€', 'https://shop.example'],
    ['sold_out', undefined, 'https://site.example'],
    ['at_door', undefined, 'https://site.example'],
  ] as const)('at %s the bar has the link %s, and the data name %s', (salesState, label, url) => {
    const now = { ...festival, salesState }
    expect(buyLink(pages, now)?.label).toBe(label)
    const data = FestivalData({
      festival: now,
      startsAt: '2026-12-05T20:00:00.000Z',
      performers: [],
      sellsTickets: true,
    })
    expect(JSON.parse(data?.props.children).offers).toMatchObject({ url })
  })

  it('the link needs the page of tickets in the menu', () => {
    const now = { ...festival, salesState: 'open' } as const
    expect(buyLink([], now)).toBeNull()
    expect(buyLink(pages, { ...now, ticketPriceEUR: null })?.label).toBe('Kupi')
  })
})

describe('the vinyl record of the poster', () => {
  const step = (left: number) => vinylAngle(left) - vinylAngle(left - 1)

  it('turns like a second hand until the last hour', () => {
    expect(step(90_000)).toBe(6)
    expect(step(3601)).toBe(6)
  })

  it('turns faster in the last hour, and at 33 turns a minute in the last second', () => {
    expect(step(1800)).toBeCloseTo(103, 0)
    expect(step(1)).toBeCloseTo(200, 0)
    expect([vinylAngle(0), vinylAngle(-60)]).toEqual([0, 0])
  })
})

describe('public pages', () => {
  it('are hidden before the site is live, whatever their flags', () => {
    const all = withFlags(...PUBLIC_PAGES.flatMap((page) => page.flag ?? []))
    expect(menuPages(all, 'before')).toEqual([])
    expect(openPages(all)).toEqual([])
  })

  // Rule 1.11: the links of the menu and their order.
  it('are in the menu in the order of the rules, each only with its flag', () => {
    const all = withFlags(...FLAGS)
    expect(menuPages(all, 'before').map((page) => page.label)).toEqual([
      'Line-up',
      'Kupi karte',
      'Brucoši',
      'Satnica',
      'Tlocrt',
      'Sponzori',
      'Igrica',
      'Cjenik',
    ])
    for (const { address, flag } of PUBLIC_PAGES) {
      if (!flag) continue
      const without = withFlags(...FLAGS.filter((candidate) => candidate !== flag))
      expect(addresses(menuPages(without, 'before'))).not.toContain(address)
      expect(isOpen(without, address)).toBe(address === '/brucosi')
    }
  })

  // Rule 1.5: the flag that each page needs to be open.
  it('without a flag are open when the site is live; the terms of use only with the game', () => {
    const live = withFlags('COMINGSOON_VISIBILITY')
    for (const address of ['/kontakt', '/t2', '/pravila-ponasanja'] as const)
      expect(isOpen(live, address)).toBe(true)
    expect(isOpen(live, '/uvjeti-koristenja')).toBe(false)
    const playing = withFlags('COMINGSOON_VISIBILITY', 'IGRICA_VISIBILITY')
    expect(isOpen(playing, '/uvjeti-koristenja')).toBe(true)
    expect(addresses(menuPages(playing, 'before'))).toEqual(['/igrica'])
  })

  it('are linked in the footer when the site is live, /pitanja only if it has content', () => {
    const live = withFlags('COMINGSOON_VISIBILITY')
    expect(footerLinks(live, {})[0]).toEqual({ address: '/karta', label: 'Moja ulaznica' })
    expect(footerLinks(withFlags(), {})).toEqual([])
    const labels = (texts: Record<string, string>) =>
      footerLinks(live, texts).map(({ address }) => address)
    expect(labels({})).not.toContain('/pitanja')
    expect(labels({ 'pitanja.title1': 'Smije li pas?' })).not.toContain('/pitanja')
    expect(labels({ 'pristupacnost.put': ' ' })).not.toContain('/pitanja')
    expect(labels({ 'pristupacnost.put': 'Ravno.' })).toContain('/pitanja')
    expect(labels({ 'pitanja.title2': 'Pas?', 'pitanja.text2': 'Da.' })).toContain('/pitanja')
  })

  it('of the footer are also linked next to the menu, with short names', () => {
    const live = withFlags('COMINGSOON_VISIBILITY')
    const labels = (texts: Record<string, string>) =>
      extraMenuLinks(live, texts).map(({ label }) => label)
    expect(labels({ 'pitanja.title2': 'Pas?', 'pitanja.text2': 'Da.' })).toEqual([
      'Moja ulaznica',
      'Kako do nas',
      'Pitanja',
      'Kontakt',
    ])
    expect(labels({})).not.toContain('Pitanja')
    expect(extraMenuLinks(withFlags(), {})).toEqual([])
  })

  // Rule 1.6: /brucosi opens whenever the site is live.
  it('include the pre-registration when the site is live, its menu link only with the ticket flag', () => {
    const live = withFlags('COMINGSOON_VISIBILITY')
    expect(addresses(openPages(live))).toContain('/brucosi')
    expect(addresses(menuPages(live, 'before'))).not.toContain('/brucosi')
    const selling = withFlags('COMINGSOON_VISIBILITY', 'ULAZNICA_VISIBILITY')
    expect(addresses(menuPages(selling, 'before'))).toContain('/brucosi')
  })
})

describe('the sponsors’ carousel', () => {
  // Rule 12.18: the duration of the sponsors' carousel.
  it('takes 10 seconds a sponsor and at least 100', () => {
    expect([0, 1, 10, 11, 40].map(carouselSeconds)).toEqual([100, 100, 100, 110, 400])
  })
})

describe('fitted type', () => {
  it('never estimates a name narrower than it is drawn', () => {
    // Widths in em of these names in the heaviest capitals of the display font.
    expect(typeWidth('Brucošijada')).toBeGreaterThanOrEqual(5.345)
    expect(typeWidth('Program')).toBeGreaterThanOrEqual(3.92)
    expect(typeWidth('MMWW')).toBeGreaterThanOrEqual(3.41)
    expect(typeWidth('PONAŠANJA')).toBeGreaterThanOrEqual(4.85)
  })

  it('breaks a long name into few lines, each no wider than it must be', () => {
    expect(fittedLines('Brucošijada')).toEqual(['Brucošijada'])
    expect(fittedLines('Ljetna noć Šumarskog fakulteta')).toEqual([
      'Ljetna noć',
      'Šumarskog',
      'fakulteta',
    ])
  })
})

describe('the lettering of the preview picture', () => {
  it('fits into its area for a name of any length, also with letters that the font lacks', () => {
    for (const name of [
      'Ž',
      'Brucošijada',
      'Ljetna noć Šumarskog fakulteta',
      'Ω'.repeat(60),
      'W'.repeat(60),
    ]) {
      const svg = nameLettering(name)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      const [, scale = ''] = /scale\(([\d.e-]+)\)/.exec(svg) ?? []
      expect(
        Number(scale) * 1000 * Math.max(...balancedLines(name).map(letteringWidth)),
      ).toBeLessThan(621)
    }
  })
})

describe('a letter that the font of the preview picture lacks', () => {
  const paths = (text: string) => [...lettering(text, 0, 0, 1, '#000').matchAll(/ d="([^"]+)"/g)]
  const drawnPaths = (text: string) => paths(text).map(([, path]) => path)

  it('is drawn as its plain Latin letters, or as a frame if it has none', () => {
    expect(drawnPaths('Łódź')).toEqual(drawnPaths('LÓDZ'))
    expect(drawnPaths('Þór')).toEqual(drawnPaths('THÓR'))
    expect(drawnPaths('Ðuro')).toEqual(drawnPaths('DURO'))
    expect(drawnPaths('Вук')).toHaveLength(3)
    expect(drawnPaths('Вук')).not.toContain(drawnPaths(' ')[0])
    expect(letteringWidth('Вук')).toBeGreaterThan(1)
  })
})

describe('the icon at /favicon.ico', () => {
  it('is the same image as mark.svg, pixel by pixel', async () => {
    const ico = readFileSync('public/favicon.ico')
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 1])
    const raw = (picture: Buffer) => sharp(picture).resize(48, 48).ensureAlpha().raw().toBuffer()
    const inside = await raw(ico.subarray(ico.readUInt32LE(18)))
    const mark = await raw(readFileSync('public/art/mark.svg'))
    expect(inside.equals(mark)).toBe(true)
  })
})

describe('the texts of the product', () => {
  it('never contain “e-pošta”: a message is a mail, an address an e-mail', () => {
    const violations = ['app', 'components', 'db', 'emails', 'lib'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .filter((file) => /e-pošt/i.test(readFileSync(`${folder}/${file}`, 'utf8'))),
    )
    expect(violations).toEqual([])
  })
})

it('no CSS rule sets text-shadow, which WebKit and Firefox hide under outlined letters', () => {
  const files = ['components/public', 'public/game'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(5)
  const rules = files.flatMap((file) => readFileSync(file, 'utf8').split('}'))
  expect(rules.filter((rule) => /text-stroke/.test(rule)).length).toBeGreaterThan(2)
  expect(rules.filter((rule) => /^\s*text-shadow:(?! none)/m.test(rule))).toEqual([])
})

describe('the sales sticker of the preview picture', () => {
  it('is inside the picture for every label', () => {
    for (const label of Object.values(SALES_STICKERS).filter((candidate) => candidate !== null)) {
      const [, x, y, width, height] = (
        /d="M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/.exec(stickerLettering(label, 500)) ?? []
      ).map(Number)
      expect(x).toBeGreaterThan(600)
      expect((x as number) + (width as number)).toBeLessThan(OG_SIZE.width - 20)
      expect((y as number) + (height as number)).toBeLessThan(OG_SIZE.height - 20)
    }
  })

  it('is empty without a label', () => {
    expect(SALES_STICKERS.open).toBeNull()
    expect(stickerLettering(null, 500)).toBe('')
  })
})
