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
export const namesFiles = (address) => /\.(?:js|css)$/.test(address)

/**
 * Caches the build files that a text mentions and, if `isDeep`, the files that those mention in
 * turn. A cached file is not fetched again, because its name changes with its content.
 */
export async function cacheAssets(cache, text, { seen = new Set(), isDeep = true } = {}) {
  await Promise.all(
    filesIn(text).map(async (address) => {
      if (seen.has(address)) return
      seen.add(address)
      let answer = await cache.match(address)
      if (!answer) {
        answer = await fetch(address)
        // The text may mention a URL that is not a file of this build.
        if (!answer.ok) return
        // The login page of a Wi-Fi hotspot must not be cached as a script: that would break this
        // build for good.
        if (/^text\/html\b/.test(answer.headers.get('content-type') ?? ''))
          throw new Error(`${address} returned HTML, perhaps from a Wi-Fi login page`)
        await cache.put(address, answer.clone())
      }
      if (isDeep && namesFiles(address)) await cacheAssets(cache, await answer.text(), { seen })
    }),
  )
}
