import { afterEach, expect, it, vi } from 'vitest'
import { logError } from '@/lib/log/log'

afterEach(() => void vi.restoreAllMocks())

it('logs the error, but replaces slugs of sponsor lists and ticket codes by [key]', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const key = '6F1C7A52-9b1e-11f0-a3d4-bb3f5c0e9a71'
  logError(`jobs: Failed query: update mails\nparams: https://x.hr/sponzori/${key},${key}`)
  expect(written.mock.calls).toEqual([
    ['jobs: Failed query: update mails\nparams: https://x.hr/sponzori/[key],[key]\n'],
  ])
})
