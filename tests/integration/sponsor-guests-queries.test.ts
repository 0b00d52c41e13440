import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import type { ListParams } from '@/db/queries/list-query'
import { replaceSponsorSlug, type SponsorRow, updateSponsor } from '@/db/queries/sponsors'
import { addSponsorGuest } from '@/db/queries/sponsors-adding'
import { listSponsorCounts, SPONSOR_COUNT_FIELDS } from '@/db/queries/sponsors-invitations'
import { deleteSponsorGuest, listSponsorGuests } from '@/db/queries/sponsors-own-list'
import { randomUuidV1 } from '@/db/uuid'
import { empty } from '../support/empty'
import { addPassages, makeGuest } from '../support/factories'
import {
  listOf,
  makeSponsor,
  runConcurrently,
  runDuringTransaction,
  setDeadline,
} from '../support/programme'

const db = getDb()
const sql = getSql()

type AddedGuest = { id: number; name: string }

beforeEach(async () => {
  await empty(sql, 'guests', 'sponsors')
  await setDeadline(3600)
})

const add = ({ slug }: Pick<SponsorRow, 'slug'>, fullName = 'Ivo Šarić') =>
  addSponsorGuest(db, { slug, fullName, confCode: randomUuidV1() })
const listGuests = ({ id }: SponsorRow) =>
  listSponsorGuests(db, { sponsorId: id, hasProvider: false })
const countGuests = async (sponsor: SponsorRow) => (await listGuests(sponsor)).length
const countsOf = (params: ListParams) => listSponsorCounts(db, params, false)
const storedGuests = (outcomes: unknown[]) =>
  outcomes.filter((outcome) => outcome !== null && typeof outcome === 'object')

describe('a sponsor guest', () => {
  // Rule 5.13: a sponsor's guest is a guest like any other, and counts as bought.
  it('is stored with a ticket, and the last word of the name becomes the surname', async () => {
    const sponsor = await makeSponsor()
    const confCode = randomUuidV1()
    const fullName = '  Ana  Marija Šarić '
    const guest = await addSponsorGuest(db, {
      slug: sponsor.slug.toUpperCase(),
      fullName,
      confCode,
    })
    expect(guest).toEqual({ id: expect.any(Number), name: 'Ana Marija Šarić' })
    const [row] = await sql`select *, g.name, now() - bought_at < interval '1 minute' as fresh
      from guests g join guest_lists l on l.id = list_id`
    expect(row).toMatchObject({
      name: 'Ana Marija',
      surname: 'Šarić',
      label: `${sponsor.slug} ${sponsor.name}`,
      conf_code: confCode,
      fresh: true,
    })
    expect(await add(sponsor, 'Prince')).toMatchObject({ name: 'Prince' })
    expect((await sql`select name, surname from guests order by id`)[1]).toEqual({
      name: 'Prince',
      surname: '',
    })
  })

  it('is refused above the guest cap, and a deleted guest frees a place', async () => {
    const sponsor = await makeSponsor({ guestCap: 1 })
    const guest = (await add(sponsor)) as AddedGuest
    expect(await add(sponsor)).toBe('full')
    expect(await deleteSponsorGuest(db, { slug: sponsor.slug, id: guest.id })).toEqual({
      id: guest.id,
    })
    expect(await add(sponsor)).toMatchObject({ name: 'Ivo Šarić' })
    expect(await add(await makeSponsor({ guestCap: 0 }))).toBe('full')
  })

  // Rule 5.11: of fifty requests for the last place, one is accepted.
  it('gets the last place only once when 50 requests arrive at once', async () => {
    const sponsor = await makeSponsor({ guestCap: 3 })
    await runConcurrently(2, () => add(sponsor))
    const outcomes = await runConcurrently(50, () => add(sponsor))
    expect(storedGuests(outcomes)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(49)
    expect(await countGuests(sponsor)).toBe(3)
  })

  it('is checked against the guest cap that was set while the request waited for a lock', async () => {
    const sponsor = await makeSponsor({ guestCap: 40 })
    const outcomes = await runDuringTransaction(
      (tx) => updateSponsor(tx, sponsor.id, { guestCap: 2 }),
      () => runConcurrently(5, () => add(sponsor)),
    )
    expect(storedGuests(outcomes)).toHaveLength(2)
    expect(await countGuests(sponsor)).toBe(2)
  })

  it('is neither added to nor deleted from a list that is closed', async () => {
    const off = await makeSponsor({ guestsEnabled: 0 })
    const on = await makeSponsor({ guestsEnabled: 1 })
    const exempt = await makeSponsor({ guestsEnabled: 2 })
    expect(await add(off)).toBe('closed')
    const { id } = (await add(on)) as AddedGuest
    await setDeadline(-1)
    expect(await add(on)).toBe('closed')
    expect(await deleteSponsorGuest(db, { slug: on.slug, id })).toBe('closed')
    expect(await add(exempt)).toMatchObject({ name: 'Ivo Šarić' })
    await setDeadline(60)
    expect(await add(on)).toMatchObject({ name: 'Ivo Šarić' })
    await setDeadline(null)
    expect(await deleteSponsorGuest(db, { slug: on.slug, id })).toMatchObject({ id })
  })

  // Rule 5.11: the deadline applies under concurrent requests.
  it('is refused when the deadline passes while the request waits for a lock', async () => {
    const sponsor = await makeSponsor()
    const outcome = await runDuringTransaction(
      async (tx) => {
        await updateSponsor(tx, sponsor.id, { name: 'Druga tvrtka' })
        await setDeadline(0.1)
      },
      () => add(sponsor),
    )
    expect(outcome).toBe('closed')
  })

  it('can be deleted only by its own sponsor, and only once', async () => {
    const [own, other] = [await makeSponsor(), await makeSponsor()]
    const { id } = (await add(own)) as AddedGuest
    const fresher = await makeGuest()
    expect(await deleteSponsorGuest(db, { slug: other.slug, id })).toBe('no_such_guest')
    expect(await deleteSponsorGuest(db, { slug: own.slug, id: fresher.id })).toBe('no_such_guest')
    expect(await deleteSponsorGuest(db, { slug: randomUuidV1(), id })).toBeNull()
    const outcomes = await runConcurrently(10, () => deleteSponsorGuest(db, { slug: own.slug, id }))
    expect(storedGuests(outcomes)).toHaveLength(1)
    expect(await sql`select from guests where id = ${id} and deleted_at is not null`).toHaveLength(
      1,
    )
  })

  it('cannot be added with a slug that is unknown or has been replaced', async () => {
    const sponsor = await makeSponsor()
    expect(await add({ slug: 'nije-uuid' })).toBeNull()
    await replaceSponsorSlug(db, sponsor.id, randomUuidV1())
    expect(await add(sponsor)).toBeNull()
    expect(await countGuests(sponsor)).toBe(0)
  })
})

describe('the counts of sponsors', () => {
  it('are the guest cap, listed guests and arrived guests, without deleted guests', async () => {
    const big = await makeSponsor({ name: 'Žbica', guestCap: 9 })
    await makeSponsor({ name: 'Kapljica', guestCap: 2 })
    const [first, second] = await runConcurrently(3, () => add(big))
    await addPassages(sql, [(first as AddedGuest).id])
    await deleteSponsorGuest(db, { slug: big.slug, id: (second as AddedGuest).id })
    expect(await listGuests(big)).toContainEqual(
      expect.objectContaining({ ...(first as AddedGuest), enteredAt: expect.any(Date) }),
    )
    const { id, slug } = big
    const counts = {
      id,
      slug,
      name: 'Žbica',
      guestCap: 9,
      listed: 2,
      entered: 1,
      invitation: null,
      openedAt: null,
    }
    const { rows, total } = await countsOf(listOf())
    expect(rows[0]).toEqual(counts)
    expect(rows[1]).toMatchObject({ name: 'Kapljica', listed: 0, entered: 0 })
    expect(total).toBe(2)
    const search = listOf({ search: 'zbica', searchFields: SPONSOR_COUNT_FIELDS.byDefault })
    expect(await countsOf(search)).toEqual({ rows: [counts], total: 1 })
    const ordering = { field: 'listed', descending: false }
    expect((await countsOf(listOf({ ordering, limit: 1 }))).rows[0]).toMatchObject({
      name: 'Kapljica',
    })
  })
})
