/** Tells others of a score: by the phone's own sheet, or as words to be pasted. */

const COPIED = 'Kopirano. Zalijepi u poruku i javi im.'

/** What is to be said of it afterwards; nothing where the phone has asked already. */
export async function share(points, place) {
  const text = `Zadnji tramvaj: ${points} bodova, ${place}. Možeš li više?`
  // The page around the game, whose address this frame shares.
  const url = new URL('/igrica', location.href).href
  try {
    if (navigator.share) return await navigator.share({ text, url })
  } catch (error) {
    // Closed again by the player.
    if (error.name === 'AbortError') return
  }
  try {
    await navigator.clipboard.writeText(`${text} ${url}`)
    return COPIED
  } catch {
    return `${text} ${url}`
  }
}
