/**
 * Shares a link by the share dialog of the device. Copies it where there is no such dialog, or
 * where the browser refuses to open it. Returns a sentence or the link to show, or an empty text.
 */
export async function shareLink(title: string, url: string): Promise<string> {
  try {
    if (navigator.share) {
      await navigator.share({ title, url })
      return ''
    }
  } catch (error) {
    // A cancelled share dialog needs no message.
    if ((error as Error).name === 'AbortError') return ''
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'Poveznica je kopirana.'
  } catch {
    // Copying is forbidden, or the page is not served over https.
    return url
  }
}
