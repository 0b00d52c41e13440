const ENDINGS = ['device_revoked', 'shift_over', 'no_rights', 'no_device', 'left'] as const
/** Reason for which the gate has ended on this phone. */
export type Ending = (typeof ENDINGS)[number]

/**
 * Phase of the gate on one phone: `starting` while it is registered as a device, `stranger` if it is none,
 * `open` during the shift, then `ended`. `ending` is the reason of an end or of a refused registration.
 */
export interface GatePhase {
  phase: 'starting' | 'stranger' | 'open' | 'ended'
  ending: Ending | null
}

export type PhaseEvent =
  /** The phone has a device whose shift runs. */
  | { type: 'opened' }
  /** The server has named the device that this phone is. */
  | { type: 'registered' }
  /** The server has refused to register the phone, or could not be reached. */
  | { type: 'not_registered'; code: string | null; hasDevice: boolean; isShiftOver: boolean }
  /** The server has refused a request of the device, by this code. */
  | { type: 'refused'; code: string }
  /** The user has left, or the shift is over by the clock of the phone. */
  | { type: 'ended'; ending: Ending }

export const STARTING: GatePhase = { phase: 'starting', ending: null }

/** Returns the phase after an event, or the same object if nothing changes. */
export function nextPhase(now: GatePhase, event: PhaseEvent): GatePhase {
  switch (event.type) {
    case 'opened':
      return { ...now, phase: 'open' }
    case 'registered':
      return { phase: 'open', ending: null }
    case 'ended':
      return { phase: 'ended', ending: event.ending }
    case 'refused':
      return now.phase === 'open' ? afterRefusal(now, event.code) : now
    case 'not_registered': {
      const { code, hasDevice, isShiftOver } = event
      if (isShiftOver) return { phase: 'ended', ending: 'shift_over' }
      // Nobody has refused: the network broke off meanwhile, and the gate goes on.
      if (hasDevice && code === null) return { ...now, phase: 'open' }
      if (hasDevice) return { phase: 'ended', ending: 'no_device' }
      return { phase: 'stranger', ending: code === 'forbidden' ? 'no_rights' : now.ending }
    }
  }
}

function afterRefusal(now: GatePhase, code: string): GatePhase {
  const ending = ENDINGS.find((one) => one === code)
  if (!ending) return now
  // The cookie is missing. A signed-in user gets another device.
  return ending === 'no_device' ? { ...now, phase: 'starting' } : { phase: 'ended', ending }
}
