import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PairingCode, type usePairing } from '@/components/admin/gates/pairing'

const MINUTE_MS = 60_000

/** Renders a new pairing code on a computer whose clock is this many minutes fast. */
function renderCode(minutesFast: number) {
  const serverNow = Date.now() - minutesFast * MINUTE_MS
  const pairing = {
    pairing: {
      ...{ id: 1, code: 'kod', url: 'https://primjer.hr/ulaz#kod', endsAt: '' },
      expiresAt: new Date(serverNow + 9.5 * MINUTE_MS).toISOString(),
    },
    ...{ until: '', setUntil: () => {}, problem: '', createCode: () => {}, isPending: false },
  } satisfies ReturnType<typeof usePairing>
  const clockOffset = -minutesFast * MINUTE_MS
  return renderToStaticMarkup(createElement(PairingCode, { pairing, pairings: [], clockOffset }))
}

// Rule 6.20: a pairing code is valid for ten minutes.
it.each([0, 11, -11])(
  'the remaining time of a pairing code is correct on a clock that is %i min fast',
  (minutes) => {
    expect(renderCode(minutes)).toMatch(/Vrijedi još 9:(?:30|29)/)
  },
)
