import { describe, expect, it } from 'vitest'
import {
  correctionsOf,
  correctRow,
  type ListedRow,
  skipRows,
  undoRows,
} from '@/components/admin/import/edited-rows'
import { correctedFileBody } from '@/lib/spreadsheet/corrections-schema'

const row = (id: number): ListedRow => ({ id, row: id, state: 'faulty', text: '', reasons: [] })

// Rule 11.17: a faulty row can be skipped or corrected in the preview.
describe('a row that is edited in the preview', () => {
  it('keeps all corrected fields, and is sent in the order of the file', () => {
    const first = correctRow([], row(7), { name: 'Ana' })
    const both = skipRows(correctRow(first, row(7), { tag: 'VIP' }), [row(3)])
    expect(correctionsOf(both)).toEqual([
      { row: 3, skip: true },
      { row: 7, fields: { name: 'Ana', tag: 'VIP' } },
    ])
  })

  it('is as it was corrected after a skip is undone, and as in the file after the next undo', () => {
    const corrected = correctRow([], row(7), { name: 'Ana' })
    const skipped = skipRows(corrected, [row(7), row(8)])
    expect(correctionsOf(skipped)).toEqual([
      { row: 7, skip: true },
      { row: 8, skip: true },
    ])
    const undone = undoRows(skipped, [row(7), row(8)])
    expect(correctionsOf(undone)).toEqual([{ row: 7, fields: { name: 'Ana' } }])
    expect(undoRows(undone, [row(7)])).toEqual([])
  })

  it('is not edited if no field was changed', () => {
    expect(correctRow([], row(7), {})).toEqual([])
  })
})

describe('the corrections of a file', () => {
  const body = correctedFileBody(['name', 'tag'])
  const read = (corrections: string) => body.safeParse({ file: new File(['a'], 'a'), corrections })

  it('are skipped rows and fields with other values', () => {
    const corrections = [
      { row: 3, skip: true },
      { row: 2_000_005, fields: { name: 'Ana', tag: '' } },
    ]
    expect(read(JSON.stringify(corrections)).data?.corrections).toEqual(corrections)
  })

  it.each([
    ['[', 'Ispravci nisu ispravan JSON.'],
    ['{"row":2}', 'Pošaljite popis ispravaka.'],
    ['[{"row":2,"fields":{"name":"Ana","jmbag":"1"}}]', 'Nepoznato polje: jmbag'],
    ['[{"row":2}]', 'Uz red pošaljite ili skip ili fields'],
    ['[{"row":2,"skip":true,"fields":{}}]', 'Uz red pošaljite ili skip ili fields'],
    ['[{"row":2,"skip":true},{"row":2,"fields":{}}]', 'Isti je red naveden dvaput.'],
    [
      JSON.stringify(Array.from({ length: 5_001 }, (_, i) => ({ row: i + 1, skip: true }))),
      'Previše je ispravaka',
    ],
  ])('are refused if they are invalid: %.40s', (corrections, sentence) => {
    expect(read(corrections).error?.issues[0]?.message).toContain(sentence)
  })
})
