const ENDINGS = ['device_revoked', 'shift_over', 'no_rights', 'no_device', 'left'] as const
/** Reason why the gate shift has ended on this phone, or why the phone was not registered. */
export type Ending = (typeof ENDINGS)[number]

/**
 * Phase of the gate page on one phone: `starting` during the registration as a gate device,
 * `unregistered` without a device, `open` during the shift, `ended` after it. `ending` is the reason of
 * an end or of a refused registration.
 */
export interface GatePhase {
  phase: 'starting' | 'unregistered' | 'open' | 'ended'
  ending: Ending | null
}

export type PhaseEvent =
  /** The phone has stored a gate device whose shift is not over. */
  | { type: 'opened' }
  /** The server has registered the phone, or has returned its current device. */
  | { type: 'registered' }
  /** The server has refused to register the phone, or could not be reached (`code` is null). */
  | { type: 'not_registered'; code: string | null; hasDevice: boolean; isShiftOver: boolean }
  /** The server has refused a request of the device with this error code. */
  | { type: 'refused'; code: string }
  /** The user has unregistered the device, or the shift is over by the clock of the phone. */
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
      // Without an error code the network has failed, so the gate stays open with the stored
      // device.
      if (hasDevice && code === null) return { ...now, phase: 'open' }
      if (hasDevice) return { phase: 'ended', ending: 'no_device' }
      return { phase: 'unregistered', ending: code === 'forbidden' ? 'no_rights' : now.ending }
    }
  }
}

function afterRefusal(now: GatePhase, code: string): GatePhase {
  const ending = ENDINGS.find((known) => known === code)
  if (!ending) return now
  // The device cookie is missing. In the phase `starting`, a signed-in user's phone is registered
  // as a new device.
  return ending === 'no_device' ? { ...now, phase: 'starting' } : { phase: 'ended', ending }
}
