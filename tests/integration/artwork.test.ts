import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { deleteUnusedImages } from '@/db/queries/images'
import type { UserRow } from '@/db/queries/users'
import { artworkEndpoints } from '@/lib/artwork/endpoints'
import { defaultArtwork, PICTURE_NAMES, type PlaceName } from '@/lib/artwork/rules'
import { ARTWORK_MESSAGES, artworkChange } from '@/lib/artwork/schema'
import { changeArtwork, deleteArtwork, listArtwork, readArtwork } from '@/lib/artwork/service'
import { check } from '@/lib/http/request'
import { IMAGE_MESSAGES } from '@/lib/images/schema'
import { empty } from '../support/empty'
import { staff } from '../support/factories'
import { fileOf, pngBomb, sidewaysJpeg } from '../support/pictures'

const sql = getSql()
let admin: UserRow

beforeEach(async () => {
  await empty(sql, 'artworks', 'activities')
  await sql`insert into users (email, privilege) values ('admin@primjer.hr', 1)
    on conflict do nothing`
  admin ??= await staff(1)
})

const drawImage = (width: number, height: number, background = '#a0c') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const put = (place: PlaceName, fields: Record<string, unknown>) =>
  changeArtwork(place, check(artworkChange, fields), admin)
const poster = async (name = 'C:\\fakepath\\plakat.png', background?: string) => ({
  image: fileOf(await drawImage(1600, 900, background), name),
})
const pdf = (text = '%PDF-1.7\n1 0 obj\n%%EOF\n') =>
  fileOf(Buffer.from(text, 'latin1'), 'privola 2026.pdf', 'application/pdf')
const CORNERS = [
  [15.96, 45.81],
  [15.97, 45.81],
  [15.97, 45.8],
  [15.96, 45.8],
]
const listActivities = () => sql`select entity_id, action, changes from activities order by id`
const findArtwork = async (place: PlaceName) =>
  (await listArtwork()).find((artwork) => artwork.place === place)
const refusal = (field: string, message: unknown) => ({
  status: 400,
  detail: message,
  more: { fields: { [field]: [message] } },
})

describe('an image of the site', () => {
  // Rule 8.10: an admin replaces each image of the site and can remove the replacement.
  it('replaces the default artwork until it is deleted', async () => {
    expect(await readArtwork()).toEqual(defaultArtwork())
    const uploaded = await put('poster', await poster())
    expect(uploaded).toMatchObject({
      place: 'poster',
      width: 1600,
      height: 900,
      fileName: 'plakat.png',
    })
    const { pictures } = await readArtwork()
    expect(pictures.poster).toEqual({ src: uploaded.image, width: 1600, height: 900 })
    expect(pictures['poster-tall'].src).toBe('/art/poster-tall.svg')

    await deleteArtwork('poster', admin)
    expect(await readArtwork()).toEqual(defaultArtwork())
    await expect(deleteArtwork('poster', admin)).rejects.toMatchObject({ status: 404 })
    expect(
      (await listActivities()).map(({ entity_id, changes }) => [entity_id, changes.fileName]),
    ).toEqual([
      ['poster', ['', 'plakat.png']],
      ['poster', ['plakat.png', '']],
    ])
  })

  // Rule 8.11: an uploaded image is stored again without metadata, in a bounded size.
  it('is stored upright as WebP, with at most 3200 pixels and without EXIF metadata', async () => {
    const photo = await sidewaysJpeg(5000, 2812)
    const { image, width, height } = await put('poster-tall', { image: fileOf(photo) })
    expect([width, height]).toEqual([1800, 3200])
    const [stored] = await sql`select mime, bytes from images where hash = ${image.slice(-64)}`
    expect(stored?.mime).toBe('image/webp')
    expect((await sharp(stored?.bytes).metadata()).exif).toBeUndefined()
  })

  it.each([
    [
      'poster',
      [900, 1600],
      'Krivi omjer: slika ima 900 × 1600 px, a treba biti oblika 1600 × 900 px.',
    ],
    [
      'poster',
      [1000, 1000],
      'Krivi omjer: slika ima 1000 × 1000 px, a treba biti oblika 1600 × 900 px.',
    ],
    ['mark', [512, 480], 'Krivi omjer: slika ima 512 × 480 px, a treba biti oblika 512 × 512 px.'],
    [
      'schedule',
      [640, 360],
      'Premala slika: ima 640 × 360 px, a duža stranica treba imati barem 1280 px.',
    ],
  ] as [PlaceName, [number, number], string][])(
    'for slot %s is refused with size %j, with a message that names the required size',
    async (place, [width, height], message) => {
      const image = fileOf(await drawImage(width, height))
      await expect(put(place, { image })).rejects.toMatchObject(refusal('image', message))
      expect(await findArtwork(place)).toMatchObject({ image: '', updatedAt: null })
    },
  )

  it.each([
    ['a PNG bomb of 81 megapixels', () => pngBomb(12_000, 6750), IMAGE_MESSAGES.tooManyPixels],
    ['an SVG drawing', () => Buffer.from('<svg xmlns="x" onload="x()"/>'), IMAGE_MESSAGES.svg],
    ['a document', () => Buffer.from('%PDF-1.7 %%EOF'), IMAGE_MESSAGES.noPicture],
  ])('is refused if the upload is %s', async (_what, make, message) => {
    await expect(put('poster', { image: fileOf(make()) })).rejects.toMatchObject(
      refusal('image', message),
    )
  })

  it('is refused in an unknown slot and in the document slot, and a document in an image slot', async () => {
    await expect(put('consent', await poster())).rejects.toMatchObject(
      refusal('image', ARTWORK_MESSAGES.onlyDocument),
    )
    await expect(put('poster', { document: pdf() })).rejects.toMatchObject(
      refusal('document', ARTWORK_MESSAGES.onlyPicture),
    )
    expect(() =>
      check(artworkEndpoints['artwork/[place]'].PUT.rule.params, { place: 'x' }),
    ).toThrow(ARTWORK_MESSAGES.noPlace)
  })

  it('is replaced by the second of two admins only after seeing the image of the first', async () => {
    const outcomes = await Promise.allSettled(
      ['#111', '#222'].map(async (colour) =>
        put('poster', { ...(await poster('a.png', colour)), seen: '{"image":""}' }),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(rejected?.reason).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const seen = { image: (await findArtwork('poster'))?.image }
    await put('poster', { ...(await poster('b.png', '#333')), seen: JSON.stringify(seen) })
    expect((await findArtwork('poster'))?.fileName).toBe('b.png')
  })

  it('stays stored while a slot uses it, and is deleted after the slot is emptied', async () => {
    const { image } = await put('venue-1', { image: fileOf(await drawImage(800, 600)) })
    const age = () => sql`update images set created_at = now() - interval '2 hours'`
    const isStored = async () =>
      (await sql`select from images where hash = ${image.slice(-64)}`).length === 1
    await age()
    await deleteUnusedImages(getDb())
    expect(await isStored()).toBe(true)
    await deleteArtwork('venue-1', admin)
    await deleteUnusedImages(getDb())
    expect(await isStored()).toBe(false)
  })

  it('is listed for each slot that the pages use, together with the consent document', async () => {
    expect((await listArtwork()).map(({ place }) => place)).toEqual([...PICTURE_NAMES, 'consent'])
  })
})

describe('the map overlay', () => {
  it('needs an image before its corners, and keeps the corners when the image is replaced', async () => {
    await expect(put('map-overlay', { corners: CORNERS })).rejects.toMatchObject(
      refusal('corners', ARTWORK_MESSAGES.cornersFirst),
    )
    await put('map-overlay', { image: fileOf(await drawImage(1000, 400)) })
    expect((await readArtwork()).corners).toBeNull()
    await put('map-overlay', { corners: CORNERS, seen: { corners: '' } })
    await put('map-overlay', { image: fileOf(await drawImage(900, 1000)) })
    expect((await readArtwork()).corners).toEqual(CORNERS)
    await expect(
      put('map-overlay', { corners: CORNERS, seen: { corners: '' } }),
    ).rejects.toMatchObject({ status: 409 })
  })

  it.each([
    ['mirrored', [1, 0, 3, 2]],
    ['turned over', [3, 2, 1, 0]],
    ['crossed', [0, 2, 1, 3]],
  ])('is refused with %s corners', (_what, order) => {
    expect(() => check(artworkChange, { corners: order.map((i) => CORNERS[i]) })).toThrow(
      ARTWORK_MESSAGES.badCorners,
    )
  })

  it('has corners, which the poster slot refuses', async () => {
    await put('poster', await poster())
    await expect(put('poster', { corners: CORNERS })).rejects.toMatchObject(
      refusal('corners', ARTWORK_MESSAGES.noCorners),
    )
  })
})

describe('the consent document', () => {
  const open = (headers = {}) =>
    artworkEndpoints['artwork/[place]/document'].GET(
      new Request('http://x/api/artwork/consent/document/', { headers }),
      { params: Promise.resolve({ place: 'consent' }) },
    )

  it('is served only as a PDF, and is not found before the first upload', async () => {
    expect((await open()).status).toBe(404)
    await put('consent', { document: pdf() })
    expect(await findArtwork('consent')).toMatchObject({ image: '', fileName: 'privola 2026.pdf' })
    expect((await readArtwork()).hasConsent).toBe(true)
    const response = await open()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="privola.pdf"',
      'x-content-type-options': 'nosniff',
    })
    expect(await response.text()).toContain('%PDF-1.7')
    const unchanged = await open({ 'if-none-match': response.headers.get('etag') as string })
    expect(unchanged.status).toBe(304)
  })

  // Rule 4.23: the second admin gets a conflict, because the first has changed the document.
  it('is replaced by the second of two admins only after seeing the document of the first', async () => {
    await put('consent', { document: pdf() })
    await sql`update artworks set updated_at = updated_at - interval '1 hour'`
    const seenByBoth = JSON.stringify({ document: (await findArtwork('consent'))?.document })
    const first = await put('consent', { document: pdf(), seen: seenByBoth })
    await expect(put('consent', { document: pdf(), seen: seenByBoth })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    })
    await put('consent', { document: pdf(), seen: JSON.stringify({ document: first.document }) })
  })

  it.each([
    ['a page', '<html>%PDF-1.7 %%EOF'],
    ['half of a PDF', '%PDF-1.7\n1 0 obj\n'],
    ['a PDF followed by a page', '%PDF-1.7\n%%EOF\n<script>alert(1)</script>'],
  ])('is refused if the file is not a complete PDF but %s', async (_what, text) => {
    await expect(put('consent', { document: pdf(text) })).rejects.toMatchObject(
      refusal('document', ARTWORK_MESSAGES.notPdf),
    )
  })

  // Rule 8.12: the consent document is a PDF of at most 10 MB.
  it('is no larger than 10 MB', () => {
    const document = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.pdf')
    expect(() => check(artworkChange, { document })).toThrow(ARTWORK_MESSAGES.pdfTooLarge)
  })
})
