import { expect, it } from 'vitest'
import { withoutSentenceEnd } from '@/lib/http/secret-paths'

const KEY = '1ec9414c-232a-6b00-b3c8-9e6bdeced846'

it.each(['.', ',', ')', '%20', '%C2%A0', ';', '!', '”', '%E2%80%9D', '%3E', ').', '/.', '%0A'])(
  'a secret path copied with “%s” at its end is corrected to the path without that end',
  (end) => {
    expect(withoutSentenceEnd(`/karta/${KEY}${end}`)).toBe(`/karta/${KEY}`)
    expect(withoutSentenceEnd(`/sponzori/${KEY.toUpperCase()}${end}`)).toBe(
      `/sponzori/${KEY.toUpperCase()}`,
    )
  },
)

it.each([
  `/karta/${KEY}`,
  `/karta/${KEY}/`,
  `/karta/${KEY}0`,
  `/karta/${KEY}/more`,
  `/karta/${KEY}-`,
  '/karta/x.',
  '/karta/%ff',
  `/admin/${KEY}.`,
])('the path %s is not corrected', (path) => expect(withoutSentenceEnd(path)).toBeNull())
