// Code that the service workers of the gate and of the public site share. The build bundles it into
// each of them (scripts/lib/build.ts).

/**
 * Matches the URLs of build files in a page, a script or a style: absolute, or relative to the
 * build folder. Of the worker scripts of libraries it matches only those in use, not the versions
 * for debugging.
 */
const FILES =
  /(?:\/_next\/)?static\/(?:chunks|media|css)\/(?:[\w.~@-]+\.(?:js|css|woff2|wasm|svg|png)|[\w-]+-worker\.[\w~-]+\.mjs)/g

/** Returns the URLs of the build files that a text mentions. */
export const filesIn = (text) => [
  ...new Set(
    [...text.matchAll(FILES)].map(([file]) => (file.startsWith('/') ? file : `/_next/${file}`)),
  ),
]

/** Whether a file may mention other files: true for scripts and styles. */
export const canMentionFiles = (url) => /\.(?:js|css)$/.test(url)

/**
 * Caches the build files that a text mentions and, if `isDeep`, the files that those mention in
 * turn. A cached file is not fetched again, because its name changes with its content.
 */
export async function cacheAssets(cache, text, { seen = new Set(), isDeep = true } = {}) {
  await Promise.all(
    filesIn(text).map(async (url) => {
      if (seen.has(url)) return
      seen.add(url)
      let response = await cache.match(url)
      if (!response) {
        response = await fetch(url)
        // The text may mention a URL that is not a file of this build.
        if (!response.ok) return
        // The login page of a Wi-Fi hotspot must not be cached as a script: that would break this
        // build for good.
        if (/^text\/html\b/.test(response.headers.get('content-type') ?? ''))
          throw new Error(`${url} returned HTML, perhaps from a Wi-Fi login page`)
        await cache.put(url, response.clone())
      }
      if (isDeep && canMentionFiles(url)) await cacheAssets(cache, await response.text(), { seen })
    }),
  )
}
