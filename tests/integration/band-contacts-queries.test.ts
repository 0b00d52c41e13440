import { expect, it } from 'vitest'
import { getDb } from '@/db/pool'
import { getImage, insertImage } from '@/db/queries/images'
import { tableQueries } from '@/db/queries/table-queries'
import { translateDatabaseError } from '@/lib/http/database-errors'
import { listOf, runConcurrently } from '../support/programme'

const db = getDb()

const bandContacts = tableQueries('bandContacts', 'admin', 'bandName')

it('lists band contacts by band name, and finds them by their fields', async () => {
  const contact = (bandName: string, bookerName: string, bookerPhone: string) =>
    bandContacts.create(db, { bandName, bookerName, bookerPhone, bookerEmail: '', notes: '' })
  const wolves = await contact('Žuti vukovi', 'Ana Anić', '+385 91 111 2222')
  await contact('Bura', 'Đuro Đurić', '+385 92 333 4444')
  const find = async (search: string, searchFields = bandContacts.fields.byDefault) => {
    const { rows, total } = await bandContacts.list(db, listOf({ search, searchFields, limit: 1 }))
    return [rows.map(({ bandName }) => bandName), total]
  }
  expect(await find('')).toEqual([['Bura'], 2])
  expect(await find('zuti anic')).toEqual([['Žuti vukovi'], 1])
  expect(await find('333')).toEqual([['Bura'], 1])
  expect(await find('333', ['bandName'])).toEqual([[], 0])
  expect(await bandContacts.delete(db, wolves?.id ?? 0)).toEqual(wolves)
  expect(await bandContacts.delete(db, wolves?.id ?? 0)).toBeNull()
  const error = await contact('Bura', ' ', '1').catch((reason: unknown) => reason)
  expect(translateDatabaseError(error)).toMatchObject({ status: 400 })
})

it('stores an image only once, also when 20 requests send it at once', async () => {
  const image = { hash: 'd'.repeat(64), mime: 'image/webp', width: 2, height: 3 }
  await runConcurrently(20, () => insertImage(db, { ...image, bytes: Buffer.from('first') }))
  await insertImage(db, { ...image, bytes: Buffer.from('second') })
  expect(await getImage(db, image.hash)).toEqual({
    mime: 'image/webp',
    bytes: Buffer.from('first'),
  })
  expect(await getImage(db, 'e'.repeat(64))).toBeNull()
})
