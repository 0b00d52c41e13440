import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Gates } from '@/components/admin/night/gates'
import type { NightPassagesRow, OpenIssuesRow } from '@/db/queries/night-board'
import { buildSnapshot } from '@/lib/night/board/snapshot'

const FROM = new Date('2025-10-17T10:00:00Z')
const DELETED_GATE = 2

it('the night board attributes passages of a deleted gate to deleted gates too, not only to the admin area', () => {
  const passages: NightPassagesRow = {
    minutes: [[DELETED_GATE, 600, 3, 1, 0]],
    inside: { [DELETED_GATE]: 2 },
    ...{ departed: 1, reasons: {}, refused: [], admitted: [] },
  }
  const snapshot = buildSnapshot({
    from: FROM,
    night: { capacity: null, opensAt: null, closesAt: null },
    gates: [],
    passages,
    waiting: {
      now: '2025-10-17T22:00:00.000Z',
      sold: 3,
      inside: 2,
      insideSold: 2,
    } as OpenIssuesRow,
    devices: [],
  })
  const html = renderToStaticMarkup(
    createElement(Gates, { night: { ...snapshot, forecast: null } }),
  )
  expect(html).toContain(
    'Iz uprave ili kroz obrisane ulaze: ušlo 3, izašlo 1, odbijeno 0, unutra 2.',
  )
})
