import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET } from '@/app/api/images/[hash]/route'
import { getDb, getSql } from '@/db/pool'
import { deleteUnusedImages, insertImage } from '@/db/queries/images'
import { createLineupItem } from '@/db/queries/lineup'
import { IMAGE_MESSAGES } from '@/lib/images/schema'
import { encodeImage, getImage } from '@/lib/images/service'
import {
  fileOf,
  largePhoto,
  pngBomb,
  sidewaysJpeg,
  smallPng,
  transparentPng,
} from '../support/pictures'
import { runConcurrently, runDuringTransaction } from '../support/programme'

const sql = getSql()
const encode = (bytes: Buffer, name?: string, type?: string) =>
  encodeImage(fileOf(bytes, name, type))

describe('an uploaded image', () => {
  it('is stored upright and without metadata', async () => {
    const upload = await sidewaysJpeg(300, 200)
    expect((await sharp(upload).metadata()).exif?.toString('latin1')).toContain('Tajni Autor')
    const { bytes, ...picture } = await encode(upload)
    expect(picture).toMatchObject({ mime: 'image/webp', width: 200, height: 300 })
    const { orientation, exif, icc, xmp } = await sharp(bytes).metadata()
    expect({ orientation, exif, icc, xmp }).toEqual({})
    expect(bytes.toString('latin1')).not.toMatch(/Exif|Tajni/)
    // EXIF orientation 6 rotates the image clockwise, so that the left half becomes the top.
    const { data } = await sharp(bytes).resize(1, 2, { fit: 'fill' }).raw().toBuffer({
      resolveWithObject: true,
    })
    expect(data[0]).toBeGreaterThan(150)
    expect(data[5]).toBeGreaterThan(150)
  })

  it('is limited in size, keeps transparency and is never enlarged', async () => {
    expect(await encode(await largePhoto(3200, 1000))).toMatchObject({ width: 1600, height: 500 })
    const logo = await encode(await transparentPng())
    expect(logo).toMatchObject({ width: 40, height: 40 })
    const { data, info } = await sharp(logo.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(4)
    expect(data[3]).toBe(0)
  })

  it('is identified by its content, not by its name and type', async () => {
    const png = await smallPng()
    expect(await encode(png, 'popis.pdf', 'application/pdf')).toMatchObject({ width: 40 })
    expect(await encode(await sharp(png).avif().toBuffer())).toMatchObject({ mime: 'image/webp' })
    expect(await encode(await sharp(png).webp().toBuffer())).toMatchObject({ height: 20 })
    const frames = [png, await smallPng('#a00'), await smallPng('#00a')]
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(3)
    const still = await encode(animated)
    expect(still).toMatchObject({ width: 40, height: 20 })
    expect((await sharp(still.bytes).metadata()).pages ?? 1).toBe(1)
  })

  it('may be a large phone photograph', { tags: ['full'] }, async () => {
    const photo = await largePhoto(3200, 2400, 100)
    expect(photo.length).toBeGreaterThan(15_000_000)
    expect(photo.length).toBeLessThan(20_000_000)
    const { width, bytes } = await encode(photo)
    expect(width).toBe(1600)
    expect(bytes.length).toBeLessThan(2_500_000)
  })

  const box = (brands: string) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(8 + brands.length)
    return Buffer.concat([size, Buffer.from(`ftyp${brands}`), Buffer.alloc(400)])
  }

  it.each([
    ['a text file named slika.jpg', () => Buffer.from('Ovo je popis gostiju'), 'noPicture'],
    ['an empty file', () => Buffer.alloc(0), 'noPicture'],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'noPicture'],
    ['a PDF', () => Buffer.from('%PDF-1.7 …'), 'noPicture'],
    ['an SVG file', () => Buffer.from('\ufeff<?xml version="1.0"?>\n<svg onload="x()"/>'), 'svg'],
    ['an iPhone’s HEIC', () => box('heic\0\0\0\0mif1heic'), 'heic'],
    ['a HEIC with the brand of its family', () => box('mif1\0\0\0\0mif1heic'), 'heic'],
    ['a video', () => box('isom\0\0\0\0isommp42'), 'noPicture'],
    ['an empty AVIF', () => box('mif1\0\0\0\0mif1avif'), 'broken'],
    ['half of a PNG', async () => half(await transparentPng()), 'broken'],
    ['half of a JPEG', async () => half(await sidewaysJpeg()), 'broken'],
    ['half of a GIF', async () => half(await gif()), 'broken'],
    ['the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'broken'],
    ['a decompression bomb', () => pngBomb(30_000, 30_000), 'tooManyPixels'],
    ['a smaller decompression bomb', () => pngBomb(12_000, 12_000), 'tooManyPixels'],
  ] as [string, () => Buffer | Promise<Buffer>, keyof typeof IMAGE_MESSAGES][])(
    'that is %s is refused with a message at the field',
    async (_what, make, messageKey) => {
      const bytes = await make()
      expect(bytes.length).toBeLessThan(200_000)
      await expect(encode(bytes)).rejects.toMatchObject({
        status: 400,
        detail: IMAGE_MESSAGES[messageKey],
        more: { fields: { image: [IMAGE_MESSAGES[messageKey]] } },
      })
    },
  )

  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const gif = async () =>
    sharp(await largePhoto(60, 60))
      .gif()
      .toBuffer()

  it('is processed one at a time on one thread, also after damaged images', async () => {
    const photo = await largePhoto(1200, 900)
    let maxRunning = 0
    const sampling = setInterval(() => {
      maxRunning = Math.max(maxRunning, sharp.counters().process)
    }, 1)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => encode(i % 5 ? photo : half(photo))),
    )
    clearInterval(sampling)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    expect(maxRunning).toBe(1)
    expect(sharp.concurrency()).toBe(1)
  })
})

describe('a stored image', () => {
  const store = async (colour?: string) => {
    const picture = await encode(await smallPng(colour))
    await insertImage(getDb(), picture)
    return picture
  }

  beforeAll(async () => {
    await sql`delete from lineup_items`
  })
  beforeEach(async () => {
    await sql`delete from images where not exists (select from lineup_items where image_hash = hash)`
  })

  const ageAll = () => sql`update images set created_at = now() - interval '2 hours'`
  const storedHashes = async () => (await sql`select hash from images`).map(({ hash }) => hash)

  // Rule 8.11: an uploaded image is stored in the database.
  it('is stored once under the hash of its bytes, and is cached as immutable', async () => {
    const { hash, bytes } = (await runConcurrently(5, () => store()))[0] as Awaited<
      ReturnType<typeof store>
    >
    expect(await storedHashes()).toEqual([hash])
    expect(await getImage(hash)).toEqual({ mime: 'image/webp', bytes })
    const context = { params: Promise.resolve({ hash }) }
    const response = await GET(new Request('http://x/api/images/x'), context)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    for (const unknown of ['0'.repeat(64), '../secrets', ''])
      await expect(getImage(unknown)).rejects.toMatchObject({ status: 404 })
  })

  it('is deleted an hour after its last use, never while a row refers to it', async () => {
    const used = await store('#123')
    const fresh = await store('#456')
    const old = await store('#789')
    const performer = { name: 'A', slug: 'a', biography: '', visible: true, imageHash: used.hash }
    await createLineupItem(getDb(), performer)
    await ageAll()
    await insertImage(getDb(), fresh)
    expect(await deleteUnusedImages(getDb())).toBe(1)
    expect((await storedHashes()).sort()).toEqual([used.hash, fresh.hash].sort())
    expect(await storedHashes()).not.toContain(old.hash)
  })

  it('is not deleted during a concurrent upload of the same image', async () => {
    const picture = await store('#abc')
    await ageAll()
    const deleted = await runDuringTransaction(
      async (tx) => {
        await insertImage(tx, picture)
        const performer = { name: 'B', slug: 'b', biography: '', visible: true }
        await createLineupItem(tx, { ...performer, imageHash: picture.hash })
      },
      () => deleteUnusedImages(getDb()),
    )
    expect(deleted).toBe(0)
    expect(await storedHashes()).toContain(picture.hash)
  })
})
