import { describe, expect, it } from 'vitest'
import { nextPhase, type PhaseEvent } from '@/components/gate/state/phase'

const open = { phase: 'open', ending: null } as const
const notRegistered = (more: Partial<Extract<PhaseEvent, { type: 'not_registered' }>>) =>
  ({ type: 'not_registered', code: null, hasDevice: true, isShiftOver: false, ...more }) as const

describe('the phase of the gate on a phone', () => {
  it.each([
    ['ends with the shift', notRegistered({ isShiftOver: true }), 'ended', 'shift_over'],
    ['ends if the server refuses its device', notRegistered({ code: 'x' }), 'ended', 'no_device'],
    ['opens if only the network failed', notRegistered({}), 'open', null],
    [
      'is unregistered without a device',
      notRegistered({ hasDevice: false, code: 'no_device' }),
      'unregistered',
      null,
    ],
    [
      'is unregistered if the user has no rights',
      notRegistered({ hasDevice: false, code: 'forbidden' }),
      'unregistered',
      'no_rights',
    ],
  ] as const)('after a failed registration %s', (_, event, phase, ending) => {
    expect(nextPhase({ phase: 'starting', ending: null }, event)).toEqual({ phase, ending })
  })

  it('registers again if the cookie is missing, and ends on revocation, shift end or lost rights', () => {
    expect(nextPhase(open, { type: 'refused', code: 'no_device' }).phase).toBe('starting')
    for (const code of ['device_revoked', 'shift_over', 'no_rights'] as const)
      expect(nextPhase(open, { type: 'refused', code })).toEqual({ phase: 'ended', ending: code })
  })

  it('stays open after the refusal of a single request', () => {
    expect(nextPhase(open, { type: 'refused', code: 'forbidden' })).toBe(open)
  })

  it('keeps the first ending when refusals of later requests arrive', () => {
    const left = { phase: 'ended', ending: 'left' } as const
    expect(nextPhase(left, { type: 'refused', code: 'no_device' })).toBe(left)
  })

  it('opens again when an ended phone joins as another device', () => {
    expect(nextPhase({ phase: 'ended', ending: 'shift_over' }, { type: 'registered' })).toEqual(
      open,
    )
  })
})
