// What the workers of the gate and of the public site share: each is served as one script, in
// which this stands before the worker's own (lib/server/service-worker.ts).

/**
 * Addresses of files in a page, a script or a style: whole, or below the build's folder. Of the
 * scripts of libraries' own workers those that are used; beside them lie others for debugging.
 */
const FILES =
  /(?:\/_next\/)?static\/(?:chunks|media|css)\/(?:[\w.~@-]+\.(?:js|css|woff2|wasm|svg|png)|[\w-]+-worker\.[\w~-]+\.mjs)/g

/** Addresses of the files that a text names. */
export const filesIn = (text) => [
  ...new Set(
    [...text.matchAll(FILES)].map(([file]) => (file.startsWith('/') ? file : `/_next/${file}`)),
  ),
]

/** Whether a file may name others. */
export const namesFiles = (address) => /\.(?:js|css)$/.test(address)

/**
 * Keeps the files that this text names and, unless it is only about these, those that they name
 * in turn. What is kept already is not fetched again: its name changes with its bytes.
 */
export async function cacheAssets(cache, text, { seen = new Set(), isDeep = true } = {}) {
  await Promise.all(
    filesIn(text).map(async (address) => {
      if (seen.has(address)) return
      seen.add(address)
      let answer = await cache.match(address)
      if (!answer) {
        answer = await fetch(address)
        // A text may name what is no file of this build.
        if (!answer.ok) return
        // A hotspot answers with its own page: kept as a script it would break this release for good.
        if (/^text\/html\b/.test(answer.headers.get('content-type') ?? ''))
          throw new Error(`${address} came from another one`)
        await cache.put(address, answer.clone())
      }
      if (isDeep && namesFiles(address)) await cacheAssets(cache, await answer.text(), { seen })
    }),
  )
}
