import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HandoverSheet } from '@/components/admin/night/handover-page'
import { DuplicateAdmissions } from '@/components/gate/screens/gate-status'
import { GateContext } from '@/components/gate/screens/use-gate'
import type { GateClient } from '@/components/gate/state/session'
import type { Handover } from '@/lib/night/handover-schema'

const SINGLE = ['Sjever']
const SEVERAL = ['Sjever', 'Jug']

/** Renders the notice about a guest who was admitted twice, on a phone that knows these gates. */
function renderNotice(gates: string[], other: { device: string | null; user: string | null }) {
  const passage = { id: '1', at: '2025-10-17T22:00:00Z', gate: 'Sjever', deviceId: 'ours' }
  const state = {
    me: { device: { id: 'ours' }, gates: gates.map((name, id) => ({ id, name })) },
    doubles: [
      {
        guest: { id: 1, name: 'Mia', surname: 'Horvat' },
        first: { ...passage, device: 'Iva', user: null },
        second: { ...passage, ...other, id: '2', deviceId: 'theirs' },
      },
    ],
  }
  const gate = { state, subscribe: () => () => {} } as unknown as GateClient
  return renderToStaticMarkup(
    createElement(GateContext.Provider, { value: gate }, createElement(DuplicateAdmissions)),
  )
}

// Rule 6.30: a single gate is never named.
describe('a single gate is not named', () => {
  it('in the notice about a duplicate admission on a phone', () => {
    const marko = { device: 'Marko', user: null }
    expect(renderNotice(SINGLE, marko)).toContain('drugdje (Marko)')
    expect(renderNotice(SEVERAL, marko)).toContain('drugdje (Sjever, Marko)')
    expect(renderNotice(SINGLE, { device: null, user: null })).toContain('drugdje (iz uprave)')
  })

  it('in the headings of the handover report', () => {
    const totals = { refused: {}, doubles: {} } as Handover['gates'][number]['total']
    const gate = { id: 1, name: 'Sjever', isDeleted: false, total: totals, shifts: [] }
    const headingOf = (hasSingleGate: boolean) => {
      const handover = { night: '2025-10-17', total: null, hasSingleGate, gates: [gate] }
      const html = renderToStaticMarkup(createElement(HandoverSheet, { handover }))
      return html.match(/<h2[^>]*>(.*?)<\/h2>/)?.[1]
    }
    expect([headingOf(true), headingOf(false)]).toEqual(['Ulaz', 'Sjever'])
  })
})
