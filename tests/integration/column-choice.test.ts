import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { chooseColumns, readColumns } from '@/lib/column-choice/columns'
import { columnsBody } from '@/lib/column-choice/schema'
import { empty } from '../support/empty'
import { staff } from '../support/factories'
import { runConcurrently } from '../support/programme'

const sql = getSql()
const [admin, other] = [await staff(1), await staff(4)]

beforeEach(async () => {
  await empty(sql, 'chosen_columns')
})

it('chosen columns are stored per user, in a fixed order, and can be reset to the default', async () => {
  expect(await readColumns('guest-list', admin)).toEqual({ columns: null })
  const { columns } = columnsBody.parse({ columns: ['phone', 'tag', 'tag'] })
  expect(await chooseColumns('guest-list', columns, admin)).toEqual({ columns: ['tag', 'phone'] })
  await runConcurrently(5, () => chooseColumns('guest-list', ['note'], other))
  expect(await readColumns('guest-list', admin)).toEqual({ columns: ['tag', 'phone'] })
  expect(await readColumns('guest-list', other)).toEqual({ columns: ['note'] })
  expect(await chooseColumns('guest-list', [], admin)).toEqual({ columns: [] })
  await chooseColumns('guest-list', null, admin)
  expect(await readColumns('guest-list', admin)).toEqual({ columns: null })
  expect(columnsBody.safeParse({ columns: ['lozinka'] }).success).toBe(false)
})
