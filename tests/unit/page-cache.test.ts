import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import PageCache from '@/lib/cache/page-cache.mjs'
import { markStale, tagVersion, waitForRunningRenders } from '@/lib/cache/tags'
import { type RequestContext, runInRequestContext } from '@/lib/log/request-context'

const PAGE = { kind: 'APP_PAGE' }
const UNLIMITED = { cacheControl: undefined }

const pageWith = (html: string, ...tags: string[]) => ({
  ...PAGE,
  html,
  headers: { 'x-next-cache-tags': tags.join() },
})

/**
 * Simulates one request of Next.js with a cache object of its own, and ends its response after
 * `work`.
 */
function inRequest<T>(work: (cache: PageCache, finish: () => unknown) => Promise<T>): Promise<T> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const finish = () => response.emit('finish')
  const context: RequestContext = { id: 'x', response }
  return new Promise((resolve, reject) => {
    runInRequestContext(context, () => {
      work(new PageCache(), finish).finally(finish).then(resolve, reject)
    })
  })
}

const render = (key: string, value: object, during = () => {}) =>
  inRequest(async (cache) => {
    expect(await cache.get(key, PAGE)).toBeNull()
    during()
    await cache.set(key, value, UNLIMITED)
  })

const read = (key: string) => inRequest((cache) => cache.get(key, PAGE))

it('a page stays cached until one of its tags changes', async () => {
  await render('/kept', pageWith('a', 'lineup', 'festival'))
  markStale(['sponsors'])
  expect((await read('/kept'))?.value).toMatchObject({ html: 'a' })
  markStale(['festival'])
  expect(await read('/kept')).toBeNull()
})

it('a change during the render makes the page stale, since the page may show old data', async () => {
  await render('/raced', pageWith('a', 'lineup'), () => markStale(['lineup']))
  expect(await read('/raced')).toBeNull()
  await render('/raced', pageWith('b', 'lineup'))
  expect((await read('/raced'))?.value).toMatchObject({ html: 'b' })
})

it('a page that no longer exists is removed from the cache', async () => {
  await render('/gone', pageWith('a', 'lineup'))
  await inRequest((cache) => cache.set('/gone', null, UNLIMITED))
  expect(await read('/gone')).toBeNull()
})

it('revalidateTag makes the pages of the tag stale', async () => {
  await render('/tagged', pageWith('a', 'stages'))
  await new PageCache().revalidateTag('stages')
  expect(await read('/tagged')).toBeNull()
})

it('a write waits for a running render until the page is stored or the response ends', async () => {
  const isWaiting = async () => {
    const ended = waitForRunningRenders().then(() => false)
    return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20, true))])
  }
  await inRequest(async (cache) => {
    await cache.get('/slow', PAGE)
    expect(await isWaiting()).toBe(true)
    await cache.set('/slow', pageWith('a'), UNLIMITED)
    expect(await isWaiting()).toBe(false)
  })
  await inRequest(async (cache, finish) => {
    await cache.get('/failing', PAGE)
    expect(await isWaiting()).toBe(true)
    finish()
    expect(await isWaiting()).toBe(false)
  })
})

it('an expired page is served once more, and a write waits for the new render', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await inRequest(async (cache) => {
    await cache.get('/aged', PAGE)
    await cache.set('/aged', pageWith('a'), { cacheControl: { revalidate: 10 } })
  })
  vi.advanceTimersByTime(11_000)
  await inRequest(async (cache, finish) => {
    expect((await cache.get('/aged', PAGE))?.value).toMatchObject({ html: 'a' })
    finish()
    const ended = waitForRunningRenders()
    await cache.set('/aged', pageWith('b'), { cacheControl: { revalidate: 10 } })
    await ended
  })
  expect((await read('/aged'))?.value).toMatchObject({ html: 'b' })
  vi.useRealTimers()
})

it('a tag keeps its version during a render, and the next render reads the latest version', async () => {
  const before = tagVersion('lineup')
  await inRequest(async (cache) => {
    await cache.get('/versions', PAGE)
    expect(tagVersion('lineup')).toBe(before)
    markStale(['lineup'])
    expect(tagVersion('lineup')).toBe(before)
    await cache.get('/other', PAGE)
    expect(tagVersion('lineup')).toBe(before + 1)
  })
  expect(tagVersion('lineup')).toBe(before + 1)
})

it('pages at invented URLs do not fill the memory, and pages in use stay cached', async () => {
  const megabyte = 'x'.repeat(1024 * 1024)
  await render('/first', pageWith(megabyte))
  await render('/used', pageWith(megabyte))
  for (let i = 0; i < 60; i++) {
    await render(`/invented/${i}`, pageWith(megabyte))
    await read('/used')
  }
  expect(await read('/first')).toBeNull()
  expect(await read('/used')).not.toBeNull()
  expect(await read('/invented/59')).not.toBeNull()
})
