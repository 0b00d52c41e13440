import { buildSync } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'
import { picturesIn, sourceOf, widthOf } from '@/components/public/offline/pictures.js'
import { cacheAssets, filesIn } from '@/components/worker/cache-assets.js'

const PHONE = { width: 360, height: 780, dpr: 2 }
const DESKTOP = { width: 1440, height: 900, dpr: 1 }

describe('the width of an image on a screen', () => {
  const SIZES = '(min-width: 48rem) min(100vw - 4rem, 92rem), calc(100vw - 2rem)'
  it.each([
    ['100vw', 360, 1440],
    [SIZES, 328, 1376],
    ['(min-width: 64rem) 34rem, (min-width: 48rem) 50vw, 100vw', 360, 544],
    ['(min-width: 48rem) min(20vw, 18rem), 50vw', 180, 288],
    ['(min-width: 768px) 25vw, 50vw', 180, 360],
    ['(min-width: 20rem) and (max-width: 30rem) calc((100vw - 2rem) / 2), 1px', 164, 1],
    ['max(10vw, calc(2 * 30px))', 60, 144],
    ['something else', 360, 1440],
  ])('is computed from the sizes attribute %s', (sizes, onPhone, onDesktop) => {
    expect(widthOf(sizes, PHONE)).toBe(onPhone)
    expect(widthOf(sizes, DESKTOP)).toBe(onDesktop)
  })
})

describe('the images of a page for the offline site', () => {
  const srcset = [256, 384, 640, 828].map((w) => `/_next/image?url=a&amp;w=${w} ${w}w`).join(', ')
  const html = `<picture><source media="(min-aspect-ratio: 1/1)" srcSet="/art/wide.svg"/>
    <img src="/art/tall.svg" alt="Sat &gt; dva"/></picture>
    <img sizes="50vw" srcSet="${srcset}" src="/_next/image?url=a&amp;w=828"/>
    <img sizes="300vw" srcSet="${srcset}"/><img src="https://elsewhere.example/a.png"/>`
  it('are only the images that the screen shows, in the size for this screen', () => {
    expect(picturesIn(html, PHONE)).toEqual([
      '/art/tall.svg',
      '/_next/image?url=a&w=384',
      '/_next/image?url=a&w=828',
    ])
    expect(picturesIn(html, DESKTOP)).toEqual(['/art/wide.svg', '/_next/image?url=a&w=828'])
  })
  it.each([
    ['(not (min-aspect-ratio: 1/1))', true, false],
    ['not (max-width: 60rem)', false, true],
    ['((max-aspect-ratio: 53/100) or ((min-aspect-ratio: 1/1) and (height < 32rem)))', true, false],
    ['((max-aspect-ratio: 1/1) and (height >= 75rem))', false, false],
    ['(min-width: 64rem) and (height > 30rem)', false, true],
    ['(prefers-color-scheme: dark)', false, false],
  ])('follow the media query %s', (media, onPhone, onDesktop) => {
    const escaped = media.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const html = `<picture><source media="${escaped}" srcset="/a.svg"/><img src="/b.svg"/></picture>`
    expect(picturesIn(html, PHONE)).toEqual([onPhone ? '/a.svg' : '/b.svg'])
    expect(picturesIn(html, DESKTOP)).toEqual([onDesktop ? '/a.svg' : '/b.svg'])
  })
  it('have the same source URL in all sizes', () => {
    expect(sourceOf('/_next/image?url=%2Fapi%2Fimages%2Fabc&w=640&q=60')).toBe('/api/images/abc')
    expect(sourceOf('/api/images/abc')).toBe('/api/images/abc')
  })
})

it('filesIn finds the build files that a text mentions, except debugging versions', () => {
  const text = `<script src="/_next/static/chunks/0a-b.js"></script>"static/chunks/x~1.css"
    "/_next/static/media/lib-worker.1a2b.mjs" "/_next/static/media/lib-worker-dev.1a2b.mjs"
    "/_next/static/media/lib-shared.1a2b.mjs" "/_next/static/chunks/0a-b.js"`
  expect(filesIn(text)).toEqual([
    '/_next/static/chunks/0a-b.js',
    '/_next/static/chunks/x~1.css',
    '/_next/static/media/lib-worker.1a2b.mjs',
  ])
})

it('does not cache the login page of a Wi-Fi hotspot in place of a build file', async () => {
  const put = vi.fn()
  const cache = { match: async () => undefined, put } as unknown as Cache
  const page = { headers: { 'content-type': 'text/html; charset=utf-8' } }
  vi.stubGlobal('fetch', async () => new Response('<h1>Besplatni Wi-Fi</h1>', page))
  const caching = cacheAssets(cache, '<script src="/_next/static/chunks/a.js"></script>')
  await expect(caching).rejects.toThrow('/_next/static/chunks/a.js')
  expect(put).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

/**
 * Starts the service worker with one cached page. Its timers never end. Returns functions that open
 * the page, and that check whether it has changed, as an open page does; and the paths of the pages
 * that it has deleted from its cache.
 */
function workerWith(cachedPage: Response, network: () => Promise<Response>) {
  const { outputFiles } = buildSync({
    entryPoints: ['components/public/offline/worker.js'],
    bundle: true,
    format: 'iife',
    write: false,
  })
  const handlers: Record<string, (event: object) => void> = {}
  const scope = {
    location: { origin: 'https://site.example' },
    addEventListener: (type: string, handler: (event: object) => void) => {
      handlers[type] = handler
    },
  }
  const deleted: string[] = []
  const cache = {
    match: async () => cachedPage.clone(),
    put: async () => {},
    keys: async () => [],
    delete: async (address: string) => deleted.push(address) > 0,
  }
  const globals = {
    self: scope,
    caches: { open: async () => cache },
    fetch: network,
    navigator: { onLine: true },
    setTimeout: () => 0,
  }
  new Function(...Object.keys(globals), outputFiles[0]?.text ?? '')(...Object.values(globals))
  const waitUntil = () => {}
  return {
    deleted,
    open: (path: string) =>
      new Promise<Response>((respondWith) => {
        const url = scope.location.origin + path
        const request = { method: 'GET', mode: 'navigate', destination: 'document', url }
        handlers.fetch?.({ request, respondWith, waitUntil })
      }),
    checkForChange: (path: string, etag: string) =>
      new Promise((resolve) => {
        const source = { postMessage: ({ news }: { news: string }) => resolve(news) }
        handlers.message?.({ data: { asks: path, etag }, source, waitUntil })
      }),
  }
}

// Rule 1.23. The server sends a ticket page without an ETag, and with its data in changing order.
it('a ticket that is open from the cache is loaded again only if it has changed', async () => {
  const render = (name: string, data: string) =>
    new Response(`<html><h1>${name}</h1><script>${data}</script></html>`, {
      headers: { 'content-type': 'text/html' },
    })
  const network = vi.fn<() => Promise<Response>>()
  const worker = workerWith(render('Ana Anić', 'a, b'), network)
  network.mockRejectedValueOnce(new TypeError('no network'))
  const html = await (await worker.open('/karta/code')).text()
  const etag = decodeURIComponent(/data-etag="([^"]*)"/.exec(html)?.[1] as string)
  network.mockResolvedValueOnce(render('Ana Anić', 'b, a'))
  expect(await worker.checkForChange('/karta/code', etag)).toBe('same')
  network.mockResolvedValueOnce(render('Eva Ević', 'a, b'))
  expect(await worker.checkForChange('/karta/code', etag)).toBe('changed')
})

// A page reloads when the worker reports a change. If 429 counted as a change, it would reload forever.
it('a ticket that is open from the cache waits while the server responds with 429', async () => {
  const ticket = () =>
    new Response('<html><h1>Ana Anić</h1></html>', { headers: { 'content-type': 'text/html' } })
  const network = vi.fn<() => Promise<Response>>()
  const worker = workerWith(ticket(), network)
  network.mockResolvedValueOnce(new Response('Previše upita', { status: 429 }))
  const firstCheck = worker.checkForChange('/karta/code', '')
  await vi.waitFor(() => expect(network).toHaveBeenCalledOnce())
  network.mockResolvedValueOnce(ticket())
  const secondCheck = worker.checkForChange('/karta/code', '')
  expect(await Promise.race([firstCheck, secondCheck])).toBe('same')
})

// Rules 1.2 and 1.23. The server ignores capitals only in /satnica and in the code of a ticket.
it('a page with other capitals is another page, so its 404 deletes no cached page', async () => {
  const network = async () => new Response('...OPA!', { status: 404 })
  const worker = workerWith(new Response('<html></html>'), network)
  for (const path of ['/CJENIK', '/Karta/code', '/KARTA', '/Satnica/', '/karta/CODE'])
    expect((await worker.open(path)).status).toBe(404)
  await vi.waitFor(() => expect(worker.deleted).toEqual(['/satnica', '/karta/code']))
})
