import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Timetable } from '@/components/public/programme/timetable'
import { largeTileCount, paragraphsOf, performerAddress, previousAndNext } from '@/lib/lineup/rules'
import { formatQuantity, groupPrices } from '@/lib/price-list/rules'
import type { PriceItem, PriceTag } from '@/lib/price-list/schema'
import type { ProgrammeSet } from '@/lib/programme/schema'
import type { PublicFestival } from '@/lib/site/types'
import { formatEuro } from '@/lib/text/money'

/** The clock of the timetable. It is unknown until hydration. */
const clock = vi.hoisted((): { now: number | null } => ({ now: null }))
vi.mock(import('@/components/public/programme/use-now'), async (importOriginal) => ({
  ...(await importOriginal()),
  useNow: () => clock.now,
}))
afterEach(() => {
  clock.now = null
})

const item = (tag: PriceTag, name: string): PriceItem => ({
  id: 1,
  name,
  tag,
  order: '01',
  priceEUR: 2.5,
  volume: 0.5,
})

describe('the price list', () => {
  it('shows prices as Croats write them', () => {
    expect([2.5, 0, 15, 1234.5].map(formatEuro)).toEqual([
      '2,50\u00a0€',
      '0,00\u00a0€',
      '15,00\u00a0€',
      '1.234,50\u00a0€',
    ])
  })

  // Rule 12.6: quantities are litres with L, in OSTALO without it.
  it('shows a volume in L, in OSTALO without the unit, and no volume for 0', () => {
    const quantity = (tag: PriceTag, volume: number) => formatQuantity({ tag, volume })
    expect(quantity('PIVO', 0.5)).toBe('0,5 L')
    expect(quantity('ALKOHOL', 0.03)).toBe('0,03 L')
    expect(quantity('SOK', 1)).toBe('1 L')
    expect(quantity('OSTALO', 2)).toBe('2')
    expect(quantity('OSTALO', 0)).toBe('')
  })

  // Rule 12.6: the price list has groups in a fixed order.
  it('lists the groups in their fixed order, without empty groups', () => {
    const items = [item('OSTALO', 'Kokice'), item('SOK', 'Cola'), item('SOK', 'Tonik')]
    const groups = groupPrices(items).map(({ tag, items }) => [tag, ...items.map((i) => i.name)])
    expect(groups).toEqual([
      ['SOK', 'Cola', 'Tonik'],
      ['OSTALO', 'Kokice'],
    ])
  })
})

describe('the timetable', () => {
  const set = (id: number, stage: string, day: number): ProgrammeSet => ({
    id,
    stageId: stage.length,
    stage,
    performerId: null,
    name: `Nastup ${id}`,
    title: `Nastup ${id}`,
    slug: null,
    startsAt: `2026-11-${day}T20:00:00.000Z`,
    endsAt: `2026-11-${day}T21:00:00.000Z`,
    visible: '1',
  })

  const festival = {
    name: 'Festival',
    year: 2026,
    publicUrl: 'https://primjer.hr',
    opensAt: null,
    closesAt: null,
  } as PublicFestival
  const sets = [set(1, 'Velika', 20), set(2, 'Velika', 21), set(3, 'Mala', 21)]
  const render = () =>
    renderToStaticMarkup(
      createElement(Timetable, { festival, phase: 'before', sets, isLineupOpen: false }),
    )
  const linksIn = (html: string) => [...html.matchAll(/href="#(.+?)"/g)].map(([, anchor]) => anchor)

  it('links to each stage, also to one that has sets only on a later day', () => {
    const html = render()
    const ids = [...html.matchAll(/ id="(.+?)"/g)].map(([, id]) => id)
    const stages = linksIn(html).filter((link) => link?.startsWith('pozornica-'))
    expect(stages).toHaveLength(2)
    for (const anchor of stages)
      expect(
        ids.filter((id) => id === anchor),
        anchor,
      ).toHaveLength(1)
  })

  it.each([
    ['the stage more than 12 hours before its next set', '21T08:00', 'pozornica-6'],
    ['the set that is announced as the next one, also on a later day', '21T19:00', 'nastup-2'],
    ['the current set', '20T20:30', 'nastup-1'],
  ])('links from the board to %s', (_, time, anchor) => {
    clock.now = Date.parse(`2026-11-${time}:00Z`)
    expect(linksIn(render())[0]).toBe(anchor)
  })
})

describe('the wall of performers', () => {
  it('ends in a full row, with two columns and with four', () => {
    for (let n = 4; n <= 40; n++) {
      const { phone, desktop } = largeTileCount(n)
      expect((n + 3 * phone) % 2, `${n} on a phone`).toBe(0)
      expect((n + 3 * desktop) % 4, `${n} on a desktop`).toBe(0)
      expect(phone).toBeLessThanOrEqual(desktop)
    }
    expect(largeTileCount(0)).toEqual({ phone: 0, desktop: 0 })
    expect(largeTileCount(1)).toEqual({ phone: 1, desktop: 1 })
  })
})

describe('a performer', () => {
  it('has a previous and a next performer, in a circle, and none if there is no other performer', () => {
    expect(previousAndNext(['a', 'b', 'c'], 1)).toEqual({ previous: 'a', next: 'c' })
    expect(previousAndNext(['a', 'b', 'c'], 2)).toEqual({ previous: 'b', next: 'a' })
    expect(previousAndNext(['a', 'b', 'c'], 0)).toEqual({ previous: 'c', next: 'b' })
    expect(previousAndNext(['a'], 0)).toEqual({})
    expect(previousAndNext(['a', 'b'], -1)).toEqual({})
  })

  it('has a URL for any slug, and a biography in paragraphs', () => {
    expect(performerAddress('mina-oblutak')).toBe('/lineup/mina-oblutak')
    expect(performerAddress('treći/bend?')).toBe('/lineup/tre%C4%87i%2Fbend%3F')
    expect(paragraphsOf('Prvi.\n \n\nDrugi\nredak.')).toEqual(['Prvi.', 'Drugi\nredak.'])
    expect(paragraphsOf(' \n\n ')).toEqual([])
  })
})
