/** Shares a score: by the share dialog of the device, or as text in the clipboard. */

const COPIED = 'Kopirano. Zalijepi u poruku i javi im.'

/** Shares a score. Returns a sentence to show, or nothing if the share dialog has opened. */
export async function share(points, place) {
  const text = `Zadnji tramvaj: ${points} bodova, ${place}. Možeš li više?`
  // URL of the page that embeds the game.
  const url = new URL('/igrica', location.href).href
  try {
    if (navigator.share) return await navigator.share({ text, url })
  } catch (error) {
    // The player has cancelled the share dialog.
    if (error.name === 'AbortError') return
  }
  try {
    await navigator.clipboard.writeText(`${text} ${url}`)
    return COPIED
  } catch {
    return `${text} ${url}`
  }
}
