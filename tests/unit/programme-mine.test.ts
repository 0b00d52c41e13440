import { describe, expect, it } from 'vitest'
import { overlaps, parseMarkedIds, toggleId } from '@/components/public/programme/marked-sets'

describe('the sets that a visitor has marked', () => {
  // Rule 12.21: the marked sets stay on the phone.
  it('are read as they were stored, at most 200, without repeats and invalid values', () => {
    expect(parseMarkedIds('[7,3]')).toEqual([7, 3])
    for (const wrong of [null, '', '{', '{"7":1}', 'null', '7', '["7",-1,0,1.5,null,{}]'])
      expect(parseMarkedIds(wrong), String(wrong)).toEqual([])
    expect(parseMarkedIds('[7,7,"x",3]')).toEqual([7, 3])
    const many = Array.from({ length: 500 }, (_, i) => i + 1)
    expect(parseMarkedIds(JSON.stringify(many))).toHaveLength(200)
  })

  it('are marked and unmarked, with the last marked set first and at most 200 in all', () => {
    expect(toggleId([3], 7)).toEqual([7, 3])
    expect(toggleId([7, 3], 7)).toEqual([3])
    const full = Array.from({ length: 200 }, (_, i) => i + 1)
    expect(toggleId(full, 900)).toHaveLength(200)
    expect(toggleId(full, 900)[0]).toBe(900)
  })

  it('overlap if they play at the same time, but not if a set starts when the other ends', () => {
    const set = (id: number, from: string, to: string) => ({
      id,
      startsAt: `2026-11-21T${from}Z`,
      endsAt: `2026-11-21T${to}Z`,
    })
    const [a, b, c, d] = [
      set(1, '20:00', '21:00'),
      set(2, '20:45', '21:30'),
      set(3, '21:30', '22:00'),
      set(4, '20:50', '20:55'),
    ] as const
    const together = overlaps([a, b, c, d])
    expect([a, b, c, d].map(({ id }) => together.get(id)?.map((other) => other.id))).toEqual([
      [2, 4],
      [1, 4],
      [],
      [1, 2],
    ])
  })
})
