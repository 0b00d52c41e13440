import { describe, expect, it } from 'vitest'
import { freshOf, goneOf, type Id, isSameOrder, pillWords } from '@/components/admin/data/held'

/** Of a list of numbers that begins somewhere, those that are not there any more. */
const gone = (ids: Id[], now: Id[], { offset = 0, isLast = true } = {}) =>
  goneOf({ offset, ids, isLast }, (id) => now.includes(id))

describe('of rows that are held', () => {
  it('whoever was deleted is gone', () => {
    expect(gone([1, 2, 3], [1, 3])).toEqual([2])
    expect(gone([1, 2, 3], [2])).toEqual([1, 3])
    expect(gone([1, 2], [])).toEqual([1, 2])
    expect(gone([1, 2], [9, 1, 2])).toEqual([])
  })

  it('whoever was pushed beyond the end of a page is not', () => {
    expect(gone([1, 2, 3], [8, 9, 1], { isLast: false })).toEqual([])
    expect(gone([1, 2, 3], [9, 1, 3], { isLast: false })).toEqual([2])
    expect(gone([4, 5, 6], [5, 6, 7], { offset: 3, isLast: false })).toEqual([])
    expect(gone([4, 5, 6], [1, 2, 3], { offset: 3, isLast: false })).toEqual([])
  })

  it('who came are counted by what there were, are and went', () => {
    expect(freshOf(10, 13, 0)).toBe(3)
    expect(freshOf(10, 12, 1)).toBe(3)
    expect(freshOf(10, 9, 0)).toBe(0)
  })

  it('another order is another list', () => {
    expect(isSameOrder([1, 2], [1, 2])).toBe(true)
    expect(isSameOrder([1, 2], [2, 1])).toBe(false)
    expect(isSameOrder([1, 2], [1])).toBe(false)
  })

  it.each([
    [{ fresh: 1, gone: 0 }, '1 novo – pokaži'],
    [{ fresh: 3, gone: 0 }, '3 nova – pokaži'],
    [{ fresh: 5, gone: 1 }, '5 novih, 1 uklonjeno – pokaži'],
    [{ fresh: 0, gone: 12 }, '12 uklonjenih – pokaži'],
    [{ fresh: 0, gone: 22 }, '22 uklonjena – pokaži'],
    [{ fresh: 0, gone: 0 }, 'Poredak se promijenio – pokaži'],
  ])('the pill of %j says "%s"', (difference, words) => expect(pillWords(difference)).toBe(words))
})
