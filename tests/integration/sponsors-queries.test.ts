import { beforeEach, describe, expect, it } from 'vitest'
import { type Db, getDb, getSql } from '@/db/pool'
import {
  deleteSponsor,
  getSponsor,
  getSponsorBySlug,
  listSponsors,
  listVisibleSponsors,
  PUBLIC_SPONSOR_FIELDS,
  reorderSponsors,
  replaceSponsorSlug,
  SPONSOR_FIELDS,
  updateSponsor,
} from '@/db/queries/sponsors'
import { addSponsorGuest } from '@/db/queries/sponsors-adding'
import { randomUuidV1 } from '@/db/uuid'
import { empty } from '../support/empty'
import {
  listOf,
  makeSponsor,
  runConcurrently,
  runDuringTransaction,
  setDeadline,
} from '../support/programme'

const db = getDb()
const sql = getSql()
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const listAll = async () => (await listSponsors(db, listOf())).rows

beforeEach(async () => {
  await empty(sql, 'guests', 'sponsors')
  await setDeadline(null)
})

describe('sponsors', () => {
  it('are found by name, exact slug or exact flag, and by the public only by name', async () => {
    const shown = await makeSponsor({ name: 'Žbica dostava', email: 'a@zbica.hr, b@zbica.hr' })
    const hidden = await makeSponsor({ name: 'Kapljica', visible: false, guestsEnabled: 2 })
    const find = async (search: string, field: string) => {
      const { rows, total } = await listSponsors(db, listOf({ search, searchFields: [field] }))
      expect(total).toBe(rows.length)
      return rows
    }
    expect(await find('zbica', 'name')).toEqual([shown])
    expect(await find(shown.slug.toUpperCase(), 'slug')).toEqual([shown])
    expect(await find('1', 'visible')).toEqual([shown])
    expect(await find('0', 'visible')).toEqual([hidden])
    expect(await find('2', 'guestsEnabled')).toEqual([hidden])
    expect(await find('nije-uuid', 'slug')).toEqual([])
    expect(SPONSOR_FIELDS.search).toContain('slug')
    expect(PUBLIC_SPONSOR_FIELDS.search).toEqual(['name'])
    const { rows } = await listVisibleSponsors(db, listOf())
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([
      ['id', 'imageHash', 'name', 'order', 'url'],
    ])
  })

  it('are read by id or slug, changed in single fields, and given a new slug', async () => {
    const sponsor = await makeSponsor({ guestCap: 3 })
    expect(await getSponsor(db, sponsor.id)).toEqual(sponsor)
    expect(await getSponsorBySlug(db, sponsor.slug)).toEqual(sponsor)
    expect(await getSponsorBySlug(db, 'nije-uuid')).toBeNull()
    const changed = await updateSponsor(db, sponsor.id, { guestCap: 4, name: undefined })
    expect(changed).toEqual({ ...sponsor, guestCap: 4 })
    expect(await updateSponsor(db, sponsor.id, {})).toEqual(changed)
    const slug = randomUuidV1()
    expect(await replaceSponsorSlug(db, sponsor.id, slug)).toEqual({ ...changed, slug })
    expect(await getSponsorBySlug(db, sponsor.slug)).toBeNull()
    expect(await updateSponsor(db, sponsor.id + 1, { name: 'X' })).toBeNull()
    expect(await replaceSponsorSlug(db, sponsor.id + 1, slug)).toBeNull()
  })

  // Rules 5.5 and 5.6: a list is closed, open until the deadline, or open after the deadline too.
  it('have a closed list by setting, or after the deadline unless they are exempt from it', async () => {
    const [off, on, exempt] = await Promise.all(
      [0, 1, 2].map((guestsEnabled) => makeSponsor({ guestsEnabled })),
    )
    const closed = () =>
      Promise.all(
        [off, on, exempt].map(async (s) => (await getSponsor(db, s?.id ?? 0))?.isListClosed),
      )
    expect(await closed()).toEqual([true, false, false])
    await setDeadline(60)
    expect(await closed()).toEqual([true, false, false])
    await setDeadline(-1)
    expect(await closed()).toEqual([true, true, false])
    await setDeadline(3600)
    expect(await closed()).toEqual([true, false, false])
  })

  it('keep positions 1 to n while 30 requests add, delete and reorder at once', async () => {
    const first = await runConcurrently(10, (i) => makeSponsor({ name: `Tvrtka ${i}` }))
    expect((await listAll()).map(({ order }) => order)).toEqual(upTo(10))
    await runConcurrently(30, async (i) => {
      if (i % 3 === 0) await makeSponsor({ name: `Nova ${i}` })
      else if (i % 3 === 1 && i < 15) await deleteSponsor(db, first[(i - 1) / 3]?.id as number)
      else
        await reorderSponsors(
          db,
          first.map(({ id, order }) => ({ id, order: 11 - order })),
        )
    })
    expect((await listAll()).map(({ order }) => order)).toEqual(upTo(15))
  })

  it('are reordered as a whole, unless an id is unknown', async () => {
    const [a, b] = await runConcurrently(2, () => makeSponsor())
    const positions = [
      { id: a?.id as number, order: b?.order as number },
      { id: b?.id as number, order: a?.order as number },
    ]
    expect(await reorderSponsors(db, positions)).toHaveLength(2)
    expect(await getSponsor(db, a?.id as number)).toMatchObject({ order: b?.order })
    expect(await reorderSponsors(db, [{ id: 0, order: 1 }])).toBe('unknown_id')
  })
})

describe('deleting a sponsor', () => {
  // Rule 5.22: deleting a sponsor deletes its guests with it.
  it('also deletes its guests, but no guests of other sponsors', async () => {
    const deletedSponsor = await makeSponsor()
    const otherSponsor = await makeSponsor()
    const guest = { slug: deletedSponsor.slug, fullName: 'Ivo Šarić', confCode: randomUuidV1() }
    await addSponsorGuest(db, guest)
    await addSponsorGuest(db, { ...guest, slug: otherSponsor.slug, confCode: randomUuidV1() })
    const [row] = await sql`select g.id from guests g join guest_lists l on l.id = list_id
      where l.sponsor_id = ${deletedSponsor.id}`
    expect(await deleteSponsor(db, deletedSponsor.id)).toEqual({
      sponsor: deletedSponsor,
      guestIds: [row?.id],
    })
    expect(await deleteSponsor(db, deletedSponsor.id)).toBeNull()
    const active = await sql`select l.sponsor_id from guests g
      join guest_lists l on l.id = list_id where g.deleted_at is null`
    expect(active).toEqual([{ sponsor_id: otherSponsor.id }])
    const deletedGuests =
      await sql`select conf_code from guests where id = ${row?.id} and deleted_at < now()`
    expect(deletedGuests).toEqual([{ conf_code: guest.confCode }])
    expect((await listAll()).map(({ id, order }) => [id, order])).toEqual([[otherSponsor.id, 1]])
  })

  it('also deletes a guest who is being added, and refuses a guest added during the deletion', async () => {
    const { id, slug } = await makeSponsor()
    const add = (connection: Db) =>
      addSponsorGuest(connection, { slug, fullName: 'Ivo Šarić', confCode: randomUuidV1() })
    const deleted = await runDuringTransaction(add, () => deleteSponsor(db, id))
    expect(deleted?.guestIds).toHaveLength(1)

    const other = await makeSponsor({ slug })
    const outcome = await runDuringTransaction(
      (tx) => deleteSponsor(tx, other.id),
      () => add(db),
    )
    expect(outcome).toBeNull()
    expect(await sql`select from guests where deleted_at is null`).toHaveLength(0)
  })
})
