import { expect, type Page } from '@playwright/test'

/** Waits until the offline site has refreshed all pages and files that it stores on the phone. */
export const waitForCacheRefresh = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const memory = await (await caches.open('pocket-memory')).match('/')
          // The next refresh follows after one minute if the last is unfinished, otherwise after
          // ten.
          return ((await memory?.json())?.next ?? 0) - Date.now() > 5 * 60_000
        }),
      { timeout: 120_000 },
    )
    .toBe(true)

/** Returns the paths of the pages that the offline site has stored on the phone. */
export const listCachedPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await (await caches.open('pocket-pages')).keys()).map(({ url }) => new URL(url).pathname),
  )

/**
 * Returns the URLs and the sizes in bytes of the files that the offline site has stored on the
 * phone.
 */
export const listCachedFiles = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('pocket-files')
    const files: { address: string; bytes: number }[] = []
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url)
      const cached = await cache.match(request)
      files.push({ address: pathname + search, bytes: (await cached?.blob())?.size ?? 0 })
    }
    return files
  })

/** Loads all pictures of the page and returns their number. Fails if a picture is broken. */
export async function decodedPictures(page: Page): Promise<number> {
  const broken = () =>
    page.evaluate(() =>
      [...document.images]
        .map((image) => {
          image.loading = 'eager'
          return image
        })
        .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
        .map(({ currentSrc }) => currentSrc),
    )
  await expect.poll(broken).toEqual([])
  return page.evaluate(() => document.images.length)
}
