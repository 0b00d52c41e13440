import { expect, type Page } from '@playwright/test'

/** Waits until the phone has made a whole round over what it keeps. */
export const filled = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const memory = await (await caches.open('pocket-memory')).match('/')
          // A round that has not ended yet is tried again in a minute, one that has in ten.
          return ((await memory?.json())?.next ?? 0) - Date.now() > 5 * 60_000
        }),
      { timeout: 120_000 },
    )
    .toBe(true)

/** The pages that the phone has with it. */
export const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await (await caches.open('pocket-pages')).keys()).map(({ url }) => new URL(url).pathname),
  )

/** Names and sizes of the files that the phone has with it. */
export const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('pocket-files')
    const files: { address: string; bytes: number }[] = []
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url)
      const kept = await cache.match(request)
      files.push({ address: pathname + search, bytes: (await kept?.blob())?.size ?? 0 })
    }
    return files
  })

/** How many pictures the page shows once all of them have been asked for; fails on one that is broken. */
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
