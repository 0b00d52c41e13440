import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/client'
import { chooseColumns, readColumns } from '@/lib/lists/columns'
import { columnsBody } from '@/lib/lists/schema'
import { newSavedFilterBody } from '@/lib/saved-filters/schema'
import { filters, listSavedFilters } from '@/lib/saved-filters/service'
import { empty } from '../support/empty'
import { staff } from '../support/factories'
import { atOnce } from '../support/programme'

const sql = getSql()
const [admin, other] = [await staff(1), await staff(4)]
const keep = (name: string, query = 'karta=1') =>
  filters.create(newSavedFilterBody.parse({ screen: 'guest-list', name, query }), admin)

beforeEach(async () => {
  await empty(sql, 'saved_filters', 'chosen_columns')
})

it('filters are kept under a name, found by everybody, renamed and forgotten', async () => {
  const one = await keep('S kartom', 'trazi=Ana&karta=1')
  expect(one).toMatchObject({ screen: 'guest-list', name: 'S kartom', query: 'karta=1' })
  await keep('Bez karte', 'karta=0')
  const { rows } = await listSavedFilters({ search: 'guest-list', search_fields: 'screen' })
  expect(rows.map(({ name }) => name)).toEqual(['Bez karte', 'S kartom'])
  await filters.update(one.id, { name: 'Kupili' }, other)
  expect(await filters.get(one.id)).toMatchObject({ name: 'Kupili', query: 'karta=1' })
  await filters.delete(one.id, admin)
  await expect(filters.get(one.id)).rejects.toMatchObject({ status: 404 })
})

it('of ten who keep one name at once one does, and the others are told in words', async () => {
  const taken = 'Filtar s tim nazivom već postoji. Odaberite drugi naziv.'
  const tries = await atOnce(10, (i) =>
    keep(i % 2 ? 'Škola' : 'skola').then(
      () => 'kept',
      (error) => error.detail,
    ),
  )
  expect(tries.filter((one) => one === 'kept')).toHaveLength(1)
  expect(tries.filter((one) => one === taken)).toHaveLength(9)
  const another = await keep('Drugi')
  await expect(filters.update(another.id, { name: 'ŠKOLA' }, admin)).rejects.toMatchObject({
    detail: taken,
    status: 409,
  })
})

it('columns are each person’s own, in one order, and go back to what is usual', async () => {
  expect(await readColumns('guest-list', admin)).toEqual({ columns: null })
  const { columns } = columnsBody.parse({ columns: ['phone', 'tag', 'tag'] })
  expect(await chooseColumns('guest-list', columns, admin)).toEqual({ columns: ['tag', 'phone'] })
  await atOnce(5, () => chooseColumns('guest-list', ['note'], other))
  expect(await readColumns('guest-list', admin)).toEqual({ columns: ['tag', 'phone'] })
  expect(await readColumns('guest-list', other)).toEqual({ columns: ['note'] })
  expect(await chooseColumns('guest-list', [], admin)).toEqual({ columns: [] })
  await chooseColumns('guest-list', null, admin)
  expect(await readColumns('guest-list', admin)).toEqual({ columns: null })
  expect(columnsBody.safeParse({ columns: ['lozinka'] }).success).toBe(false)
})
