import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ByPhase } from '@/components/public/by-phase'
import { Night } from '@/components/public/home/night'
import { type Phase, phaseAt } from '@/lib/phase/rules'
import type { PublicFestival } from '@/lib/site/types'

const times = { opensAt: '2026-12-04T19:00:00Z', closesAt: '2026-12-05T04:00:00Z' }

const shownIn = (phase: Phase) =>
  renderToStaticMarkup(
    createElement(ByPhase, { phase, times, before: 'kupi', night: 'sada', after: 'svanulo' }),
  )

it.each<[Phase, string]>([
  ['before', 'kupi'],
  ['night', 'sada'],
  ['after', 'svanulo'],
])('a page rendered in phase “%s” shows the phase’s content without scripts', (phase, text) => {
  expect(shownIn(phase)).toBe(text)
})

it.each<[Phase, string[]]>([
  ['before', ['kupi', 'sada', 'svanulo']],
  ['night', ['sada', 'svanulo']],
])('a page rendered in phase “%s” contains only this and later phases', (phase, contents) => {
  const page = ByPhase({ phase, times, before: 'kupi', night: 'sada', after: 'svanulo' })
  const { before, night, after } = (page as { props: Record<Phase, string | null> }).props
  expect([before, night, after].filter(Boolean)).toEqual(contents)
})

const festival = {
  name: 'Brucošijada',
  place: 'Kampus',
  nightPhone: '+385 1 555 0143',
  salesState: 'open',
  ...times,
} as PublicFestival

const set = (id: number, stage: number, name: string, from: string, to: string) => ({
  id,
  stageId: stage,
  stage: stage === 1 ? 'Velika' : 'Mala',
  performerId: null,
  name,
  title: name,
  slug: null,
  startsAt: `2026-12-0${from}:00Z`,
  endsAt: `2026-12-0${to}:00Z`,
})

/** Renders the night page at an instant, and returns the text of the plate of each stage. */
function plates(at: string, sets: ReturnType<typeof set>[]): string[] {
  const servedAt = Date.parse(at)
  expect(phaseAt(times, servedAt)).toBe('night')
  const html = renderToStaticMarkup(
    createElement(Night, {
      festival,
      servedAt,
      hasFloorPlan: true,
      showsSales: true,
      sets: sets as never,
    }),
  )
  return [...html.matchAll(/<li class="night-plate".*?<\/li>/g)].map(([plate]) =>
    plate
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

const SETS = [
  set(1, 1, 'Prvi', '4T20:00', '4T21:00'),
  set(2, 1, 'Drugi', '4T21:30', '4T22:30'),
  set(3, 2, 'Treći', '4T20:30', '4T22:00'),
]

it.each([
  ['before the first set', '2026-12-04T19:10:00Z', ['Uskoro Velika Prvi od 21:00']],
  ['while a set plays', '2026-12-04T20:00:00Z', ['Sada Velika Prvi do 22:00 Zatim 22:30 Drugi']],
  [
    'in a pause',
    '2026-12-04T21:00:00Z',
    ['Pauza Velika Drugi od 22:30', 'Sada Mala Treći do 23:00'],
  ],
  [
    'after the last set',
    '2026-12-04T23:00:00Z',
    ['Gotovo Velika Laku noć', 'Gotovo Mala Laku noć'],
  ],
])('%s each plate of the home page shows the state of its stage', (_, at, texts) => {
  expect(plates(at, SETS).slice(0, texts.length)).toEqual(texts)
})

it('without a programme one plate shows the festival until the closing time', () => {
  expect(plates('2026-12-04T23:00:00Z', [])).toEqual(['Sada Kampus Brucošijada do 05:00'])
})

it('sets of another night are left out of the plates', () => {
  const later = set(9, 1, 'Sutra', '5T20:00', '5T21:00')
  expect(plates('2026-12-04T22:40:00Z', [...SETS, later])[0]).toBe('Gotovo Velika Laku noć')
})
