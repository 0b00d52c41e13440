import { expect, it } from 'vitest'
import { idParams } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'

it.each(['0x10', '1e1', '16.0', '+16', ' 16', '16 ', '', '0', '-1', 'true', '2147483648'])(
  'an id in a path is refused unless it is a positive 32-bit number in plain digits: %o',
  (id) => {
    expect(idParams.safeParse({ id }).success).toBe(false)
  },
)

it('an id is accepted as digits or as a number, and limit and offset as digits', () => {
  for (const id of ['16', 16]) expect(idParams.parse({ id })).toEqual({ id: 16 })
  expect(idParams.safeParse({ id: true }).success).toBe(false)
  expect(listQuery.parse({ limit: '0', offset: '7' })).toEqual({ limit: 0, offset: 7 })
  expect(listQuery.parse({})).toEqual({})
  for (const limit of ['0x10', '', ' 1']) expect(listQuery.safeParse({ limit }).success).toBe(false)
})
