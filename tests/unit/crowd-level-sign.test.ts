import { expect, it } from 'vitest'
import { describeWait } from '@/components/public/home/crowd-level-sign'
import type { CrowdLevel } from '@/lib/night/schema'

type Wait = CrowdLevel['gates'][number]['wait']

// Rule 1.20: the queue at each gate in words.
it.each<[Wait[], string[]]>([
  [['none'], ['bez čekanja']],
  [['full'], ['popunjeno, ulazi se kad netko izađe']],
  [
    ['full', 'full'],
    ['popunjeno, ulazi se kad netko izađe', 'popunjeno, ulazi se kad netko izađe'],
  ],
  [
    ['full', 'long'],
    ['popunjeno, probaj drugdje', 'dugo čekanje'],
  ],
])('a full gate sends visitors elsewhere only if another gate has room: %j', (waits, words) => {
  const gates = waits.map((wait, i) => ({ name: `Ulaz ${i + 1}`, wait }))
  expect(gates.map(({ wait }) => describeWait(wait, gates))).toEqual(words)
})
