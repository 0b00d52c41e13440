import { expect, it, vi } from 'vitest'
import manifest from '@/app/manifest'
import { defaultArtwork } from '@/lib/artwork/rules'
import { getVisibility } from '@/lib/site/reads'
import { ALL_HIDDEN } from '@/lib/visibility/rules'
import type { FlagName } from '@/lib/visibility/schema'

vi.mock('@/lib/site/festival', () => ({
  getFestival: async () => ({ name: 'Brucošijada', year: 2026 }),
}))
vi.mock('@/lib/site/reads', () => ({
  getArtwork: async () => defaultArtwork(),
  getVisibility: vi.fn(),
}))

const LIVE = 'COMINGSOON_VISIBILITY'

// Rules 1.3 to 1.5.
it.each<[FlagName[], string[]]>([
  [[], ['Moja ulaznica']],
  [[LIVE], ['Moja ulaznica']],
  [
    [LIVE, 'SATNICA_VISIBILITY', 'TLOCRT_VISIBILITY'],
    ['Satnica', 'Moja ulaznica', 'Tlocrt'],
  ],
])('with the flags %j the icon of the app offers %j', async (flags, names) => {
  const visibility = ALL_HIDDEN()
  for (const flag of flags) visibility.flags[flag] = true
  vi.mocked(getVisibility).mockResolvedValue(visibility)
  const { shortcuts } = await manifest()
  expect(shortcuts?.map(({ name }) => name)).toEqual(names)
})
