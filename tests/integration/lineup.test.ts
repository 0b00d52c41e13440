import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import type { UserRow } from '@/db/queries/users'
import { reorderBody } from '@/lib/http/fields'
import { check } from '@/lib/http/request'
import { getImage } from '@/lib/images/service'
import { type LineupItem, lineupChange, newLineupItem } from '@/lib/lineup/schema'
import * as service from '@/lib/lineup/service'
import { listLineup, listPublicLineup } from '@/lib/lineup/service'
import { empty } from '../support/empty'
import { staff } from '../support/factories'
import { fileOf, sidewaysJpeg, smallPng } from '../support/pictures'
import { runConcurrently } from '../support/programme'

const sql = getSql()
let admin: UserRow
let image: File

beforeEach(async () => {
  await empty(sql, 'lineup_items', 'activities')
  admin ??= await makeAdmin()
  image ??= fileOf(await smallPng())
})

async function makeAdmin() {
  await sql`insert into users (email, privilege) values ('admin@primjer.hr', 1)`
  return staff(1)
}

/** Builds form fields as the server receives them from a browser: texts and files by name. */
const form = (fields: Record<string, string | File>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return Object.fromEntries(data)
}
const create = (fields: Record<string, string | File>) =>
  service.createLineupItem(check(newLineupItem, form({ image, ...fields })), admin)
const change = (id: number, fields: Record<string, string | File>) =>
  service.updateLineupItem(id, check(lineupChange, form(fields)), admin)
const listActivities = async () =>
  (await sql`select entity_id, action, changes from activities order by id`).map((row) => ({
    id: Number(row.entity_id),
    action: row.action,
    changes: row.changes,
  }))

describe('a performer', () => {
  // Rule 13.7: name and biography of a performer are trimmed.
  it('created from a form is trimmed, and gets the last position and a slug of the name', async () => {
    const first = await create({
      name: '  Žarulja od 60 W ',
      biography: ' Đuro\r\n\r\ni bend.\r\n',
    })
    expect(first).toEqual({
      id: expect.any(Number),
      name: 'Žarulja od 60 W',
      slug: 'zarulja-od-60-w',
      image: expect.stringMatching(/^\/api\/images\/[0-9a-f]{64}$/),
      visible: '1',
      biography: 'Đuro\n\ni bend.',
      listenUrl: '',
      order: 1,
    })
    const again = await create({ name: 'žarulja od 60 w', visible: '0', slug: 'moj', order: '7' })
    expect(again).toMatchObject({
      slug: 'zarulja-od-60-w-2',
      visible: '0',
      order: 2,
      biography: '',
    })
    expect(await create({ name: 'Цар' })).toMatchObject({ slug: 'izvodac', order: 3 })
    expect(await create({ name: '0' })).toMatchObject({ slug: '0-2' })
    expect((await listActivities())[0]).toMatchObject({ id: first.id, action: 'created' })
    expect(await getImage(first.image.split('/').at(-1) as string)).toMatchObject({
      mime: 'image/webp',
    })
  })

  it.each([
    ['no photograph', { image: '' }, { image: ['Učitajte fotografiju.'] }],
    ['a file field left empty', { image: new File([], '') }, { image: ['Učitajte fotografiju.'] }],
    ['a blank name', { name: '   ' }, { name: ['Unesite ime izvođača.'] }],
    [
      'a music link that is no URL',
      { listenUrl: 'slusaj.example' },
      { listenUrl: ['Upišite poveznicu koja počinje s https://, ili ništa.'] },
    ],
    [
      'a music link with a script',
      { listenUrl: 'javascript:alert(1)' },
      { listenUrl: ['Upišite poveznicu koja počinje s https://, ili ništa.'] },
    ],
    [
      'a visibility other than 0 and 1',
      { visible: 'da' },
      { visible: ['Vrijednost mora biti 0 ili 1'] },
    ],
    [
      'a photograph over 20 MB',
      { image: new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'a.jpg') },
      { image: ['Fotografija smije imati najviše 20 MB.'] },
    ],
  ] as [string, Record<string, string | File>, object][])(
    'is refused with %s, with a message at the field',
    async (_what, fields, expected) => {
      const body = form({ name: 'A', image, ...fields })
      expect(() => check(newLineupItem, body)).toThrowError(
        expect.objectContaining({ status: 400, more: { fields: expected } }),
      )
    },
  )

  it('is neither created nor changed if the uploaded file is not an image', async () => {
    const text = fileOf(Buffer.from('nije slika'), 'slika.png', 'image/png')
    await expect(create({ name: 'A', image: text })).rejects.toMatchObject({ status: 400 })
    const { id } = await create({ name: 'B' })
    await expect(change(id, { name: 'C', image: text })).rejects.toMatchObject({ status: 400 })
    expect((await listLineup({})).rows.map(({ name }) => name)).toEqual(['B'])
    expect(await listActivities()).toHaveLength(1)
  })

  it('is changed only in the fields that are sent, and keeps its slug', async () => {
    const created = await create({ name: 'Mina Oblutak', biography: 'Bubnjevi' })
    const hidden = await change(created.id, { visible: '0' })
    expect(hidden).toEqual({ ...created, visible: '0' })
    const renamed = await change(created.id, { name: ' Mina ', biography: '', image: '' })
    expect(renamed).toEqual({ ...hidden, name: 'Mina', biography: '' })
    const pictured = await change(created.id, { image: fileOf(await sidewaysJpeg()) })
    expect(pictured).toEqual({ ...renamed, image: expect.not.stringMatching(created.image) })
    expect(await service.getLineupItem(created.id)).toEqual(pictured)
    await change(created.id, { visible: '0' })
    expect((await listActivities()).slice(1).map(({ changes }) => Object.keys(changes))).toEqual([
      ['visible'],
      ['name', 'biography'],
      ['image'],
    ])
    expect(() => check(lineupChange, form({ image: '', nesto: 'x' }))).toThrow(
      'Nema što promijeniti',
    )
    await expect(change(created.id + 1, { name: 'X' })).rejects.toMatchObject({ status: 404 })
  })

  it('has a public music link that an admin can set and remove', async () => {
    const { id } = await create({ name: 'A', listenUrl: ' https://slusaj.example/a ' })
    expect((await listPublicLineup({})).rows).toMatchObject([
      { listenUrl: 'https://slusaj.example/a' },
    ])
    expect(await change(id, { listenUrl: '' })).toMatchObject({ listenUrl: '' })
    expect((await listActivities()).at(-1)?.changes).toEqual({
      listenUrl: ['https://slusaj.example/a', ''],
    })
  })

  it('gives a conflict for a field with an outdated expected value, but not for other fields', async () => {
    const { id, image: picture } = await create({ name: 'A', biography: 'B' })
    const oldValues = JSON.stringify({ name: 'A', image: picture })
    await change(id, { name: 'C', seen: oldValues })
    await expect(change(id, { name: 'D', seen: oldValues })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      more: { fields: { name: ['Sada je: C'] } },
    })
    await change(id, { biography: 'E', seen: JSON.stringify({ biography: 'B' }) })
    expect(await service.getLineupItem(id)).toMatchObject({ name: 'C', biography: 'E' })
    expect(() => check(lineupChange, form({ name: 'F', seen: '{' }))).toThrow()
    expect(() => check(lineupChange, form({ seen: oldValues }))).toThrow('Nema što promijeniti')
  })

  it('is deleted only once, with an activity entry', async () => {
    const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })]
    await service.deleteLineupItem(a.id, admin)
    await expect(service.deleteLineupItem(a.id, admin)).rejects.toMatchObject({ status: 404 })
    await expect(service.getLineupItem(a.id)).rejects.toMatchObject({ status: 404 })
    expect(await service.getLineupItem(b.id)).toMatchObject({ order: 1 })
    expect((await listActivities()).at(-1)).toMatchObject({ id: a.id, action: 'deleted' })
  })
})

describe('the line-up', () => {
  const names = async (query: object) => (await listLineup(query)).rows.map(({ name }) => name)

  it('supports search and order of the API, and shows the public only visible performers', async () => {
    await create({ name: 'Zadnji red' })
    const hidden = await create({ name: 'Žarulja', visible: '0' })
    expect(await names({ ordering: 'order' })).toEqual(['Zadnji red', 'Žarulja'])
    const visible = { ordering: 'order', search: '1', search_fields: 'visible' }
    expect(await names(visible)).toEqual(['Zadnji red'])
    expect(await names({ search: hidden.slug, search_fields: 'slug' })).toEqual(['Žarulja'])
    expect(await names({ search: 'zaru', search_fields: 'name' })).toEqual(['Žarulja'])
    expect(await names({ ordering: '-order', limit: 1, offset: 0 })).toEqual(['Žarulja'])
    await expect(names({ search: 'x', search_fields: 'nesto' })).rejects.toMatchObject({
      status: 400,
    })
    const { rows, total } = await listPublicLineup({ search: '0', search_fields: 'visible' })
    expect([rows, total]).toEqual([[], 0])
    expect((await listPublicLineup({})).rows.map(({ name }) => name)).toEqual(['Zadnji red'])
  })

  const make = async (n: number) => {
    const items: LineupItem[] = []
    for (let i = 0; i < n; i++) items.push(await create({ name: `Bend ${i + 1}` }))
    return items
  }

  it('is returned as a whole after a reordering, which logs each moved performer', async () => {
    const [a, b, c] = (await make(3)) as [LineupItem, LineupItem, LineupItem]
    const swap = check(reorderBody, [
      { id: a.id, order: '2' },
      { id: b.id, order: 1 },
    ])
    const performers = await service.reorderLineup(swap, admin)
    expect(performers.map(({ id, order }) => [id, order])).toEqual([
      [b.id, 1],
      [a.id, 2],
      [c.id, 3],
    ])
    expect((await listActivities()).slice(3)).toEqual([
      { id: a.id, action: 'reordered', changes: { order: [1, 2] } },
      { id: b.id, action: 'reordered', changes: { order: [2, 1] } },
    ])
    for (const positions of [[{ id: a.id, order: 1 }], [{ id: 999_999, order: 1 }]])
      await expect(service.reorderLineup(positions, admin)).rejects.toMatchObject({
        status: 409,
        detail: 'Promjena poretka nije uspjela.',
      })
    const twice = { id: a.id, order: 1 }
    for (const body of [[], [twice, twice], [twice, { ...twice, id: b.id }], {}, 'x', [{ id: 1 }]])
      expect(() => check(reorderBody, body)).toThrow()
  })

  it('keeps the positions a permutation when 20 users swap neighbours at once', async () => {
    const items = await make(6)
    const outcomes = await runConcurrently(20, (i) => {
      const [first, second] = [items[i % 5], items[(i % 5) + 1]]
      return service
        .reorderLineup(
          [
            { id: first?.id as number, order: (i % 5) + 2 },
            { id: second?.id as number, order: (i % 5) + 1 },
          ],
          admin,
        )
        .then(
          () => 200,
          (error) => error.status as number,
        )
    })
    expect(new Set(outcomes)).toEqual(new Set([200, 409]))
    expect((await listLineup({})).rows.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('keeps positions without gaps during concurrent additions, changes, reorders and deletions', async () => {
    const items = await make(6)
    const reversed = items.map(({ id, order }) => ({ id, order: 7 - order }))
    const outcomes = await Promise.allSettled([
      ...items.map(({ id }) => change(id, { biography: 'Nova' })),
      create({ name: 'Novi' }),
      service.reorderLineup(reversed, admin),
      service.deleteLineupItem(items[0]?.id as number, admin),
      ...items.slice(1).map(({ id }) => change(id, { image })),
    ])
    const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason.status] : []))
    expect(failures.every((status) => status === 404 || status === 409)).toBe(true)
    expect((await listLineup({})).rows.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6])
  })
})
