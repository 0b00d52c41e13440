import { describe, expect, it } from 'vitest'
import { seenOf, toPatchBody } from '@/components/admin/programme/set-change'
import { nowAndNext, remainingSets } from '@/components/public/programme/use-now'
import { performers } from '@/db/seed/content/performers'
import { programme } from '@/db/seed/content/programme'
import {
  byDayAndStage,
  festivalDay,
  instantOn,
  nextInstant,
  readClock,
} from '@/lib/programme/rules'
import { setTimesOf } from '@/lib/programme/schema'

const iso = (at: Date | null) => at?.toISOString() ?? null

describe('a typed time of a set', () => {
  it('is read in all common spellings, such as 21:30, 21.30, 2130 and 9', () => {
    const read = ['21:30', '21.30', '2130', '9', ' 09:05 ', '24:00', '0'].map(readClock)
    expect(read).toEqual(['21:30', '21:30', '21:30', '09:00', '09:05', '00:00', '00:00'])
    for (const wrong of ['', '25:00', '21:60', '24:30', 'navečer', '21:3', '123456'])
      expect(readClock(wrong), wrong).toBeNull()
  })

  // Rule 8.8: a day of the festival ends at six in the morning.
  it('belongs to the night of the evening before if it is before six in the morning', () => {
    expect(iso(instantOn('21.11.2026.', '20:00'))).toBe('2026-11-21T19:00:00.000Z')
    expect(iso(instantOn('21.11.2026.', '05:59'))).toBe('2026-11-22T04:59:00.000Z')
    expect(iso(instantOn('21.11.2026.', '06:00'))).toBe('2026-11-21T05:00:00.000Z')
    expect(iso(instantOn('31.12.2026.', '00:15'))).toBe('2026-12-31T23:15:00.000Z')
    expect(iso(instantOn('31.11.2026.', '20:00'))).toBeNull()
    expect(festivalDay('2026-11-22T04:59:00Z')).toBe('21.11.2026.')
    expect(festivalDay('2026-11-22T05:00:00Z')).toBe('22.11.2026.')
  })

  it('is on the next day if it is an end that is not after the start', () => {
    const timesOf = (from: string, to: string) => setTimesOf({ day: '21.11.2026.', from, to })
    expect(timesOf('23:45', '01:00')).toEqual({
      startsAt: '2026-11-21T22:45:00.000Z',
      endsAt: '2026-11-22T00:00:00.000Z',
    })
    expect(timesOf('01:25', '3')?.endsAt).toBe('2026-11-22T02:00:00.000Z')
    expect(timesOf('20:00', '20:00')?.endsAt).toBe('2026-11-22T19:00:00.000Z')
    expect(timesOf('20', 'x')).toBeNull()
  })

  it('is correct in the nights in which summer time begins or ends', () => {
    // In 2026 the clocks go back on 25 October and forward on 29 March.
    expect(iso(instantOn('24.10.2026.', '03:30'))).toBe('2026-10-25T02:30:00.000Z')
    expect(iso(nextInstant(new Date('2026-10-24T22:00:00Z'), '04:00'))).toBe(
      '2026-10-25T03:00:00.000Z',
    )
    expect(instantOn('28.3.2026.', '02:30')).toBeNull()
    expect(festivalDay('2026-10-25T04:59:00Z')).toBe('24.10.2026.')
  })
})

describe('the body of a changed set', () => {
  const times = { startsAt: '2026-11-21T21:00:00.000Z', endsAt: '2026-11-21T22:00:00.000Z' }
  const set = {
    ...{ id: 1, stageId: 2, stage: 'Velika', performerId: null, slug: null, visible: '1' as const },
    ...{ name: 'Otvaranje', title: 'Otvaranje' },
    ...times,
  }
  const typed = { stageId: '2', performerId: '', title: 'Otvaranje' }
  const clocks = { day: '21.11.2026.', from: '22:00', to: '23:00' }

  it.each([
    ['day', '22.11.2026.'],
    ['from', '22:15'],
    ['to', '23:15'],
  ] as const)(
    'expects both old times if %s is changed, because it contains both new times',
    (field, value) => {
      const changed = { [field]: value }
      const body = toPatchBody(
        { ...changed, seen: { [field]: seenOf(set)[field] } },
        { ...typed, ...clocks, ...changed },
      )
      expect(body).toEqual({ ...setTimesOf({ ...clocks, ...changed }), seen: times })
    },
  )

  it('contains no times if none is changed', () => {
    const seen = { title: set.title }
    const body = toPatchBody({ title: 'Kraj', seen }, { ...typed, ...clocks, title: 'Kraj' })
    expect(body).toEqual({ title: 'Kraj', seen })
  })
})

describe('the programme', () => {
  const set = (stageId: number, day: number, from: string, to = from) => ({
    stageId,
    stage: `Pozornica ${stageId}`,
    startsAt: `2026-11-${day}T${from}:00.000Z`,
    endsAt: `2026-11-${day}T${to}:00.000Z`,
  })

  it('is grouped by festival day and by stage, without empty stages', () => {
    const [late, early, next] = [set(2, 21, '23:00'), set(1, 21, '20:00'), set(2, 22, '20:00')]
    expect(byDayAndStage([late, next, early])).toEqual([
      {
        day: '21.11.2026.',
        stages: [
          { id: 2, name: 'Pozornica 2', sets: [late] },
          { id: 1, name: 'Pozornica 1', sets: [early] },
        ],
      },
      { day: '22.11.2026.', stages: [{ id: 2, name: 'Pozornica 2', sets: [next] }] },
    ])
  })

  it('shows the current and the next set, to the second', () => {
    const [first, second] = [set(1, 21, '20:00', '21:00'), set(1, 21, '21:00', '22:00')]
    const at = (time: string) => nowAndNext([first, second], Date.parse(`2026-11-21T${time}Z`))
    expect(at('19:59:59')).toEqual({ next: first })
    expect(at('20:00:00')).toEqual({ now: first, next: second })
    expect(at('20:59:59')).toEqual({ now: first, next: second })
    expect(at('21:00:00')).toEqual({ now: second })
    expect(at('22:00:00')).toEqual({})
  })

  it('leaves out sets that are over, also if an earlier set still plays, until all are over', () => {
    const [long, short] = [set(1, 21, '20:00', '22:00'), set(2, 21, '20:30', '21:00')]
    const at = (time: string) => remainingSets([long, short], Date.parse(`2026-11-21T${time}Z`))
    expect(at('19:00:00')).toEqual([long, short])
    expect(at('21:00:00')).toEqual([long])
    expect(at('22:00:00')).toEqual([long, short])
  })

  it('of the demo has each visible performer once', () => {
    const slugs = programme.flatMap(([, sets]) => sets.map(([, , slug]) => slug))
    const visible = performers.filter((performer) => performer.visible).map(({ slug }) => slug)
    expect(slugs.sort()).toEqual(visible.sort())
  })
})
