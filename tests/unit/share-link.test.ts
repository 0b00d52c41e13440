import { afterEach, describe, expect, it, vi } from 'vitest'
import { shareLink } from '@/components/public/lineup/share-link'

const URL_OF_PERFORMER = 'https://site.example/lineup/prvi-bend'

/** Shares a link in a browser with this share dialog. Returns the message and the copied texts. */
async function shareWith(share: (() => Promise<void>) | undefined, hasClipboard = true) {
  const copied: string[] = []
  const clipboard = hasClipboard && { writeText: async (text: string) => void copied.push(text) }
  vi.stubGlobal('navigator', { share, clipboard: clipboard || undefined })
  return { message: await shareLink('Prvi Bend', URL_OF_PERFORMER), copied }
}

afterEach(() => vi.unstubAllGlobals())

const failure = (name: string) => () => Promise.reject(new DOMException('', name))

describe('the link to a performer', () => {
  const isCopied = { message: 'Poveznica je kopirana.', copied: [URL_OF_PERFORMER] }
  const isSilent = { message: '', copied: [] }
  it.each([
    ['is shared by the share dialog', async () => {}, isSilent],
    ['is not copied after a cancelled share dialog', failure('AbortError'), isSilent],
    ['is copied if the browser refuses the share dialog', failure('NotAllowedError'), isCopied],
    ['is copied if there is no share dialog', undefined, isCopied],
  ])('%s', async (_, share, result) => {
    expect(await shareWith(share)).toEqual(result)
  })
  it('is shown if the browser refuses the share dialog and has no clipboard', async () => {
    const result = await shareWith(failure('NotAllowedError'), false)
    expect(result).toEqual({ message: URL_OF_PERFORMER, copied: [] })
  })
})
