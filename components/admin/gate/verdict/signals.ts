import type { VerdictKind } from './verdict'

interface Tone {
  hz: number
  /** Start and length in seconds. */
  at: number
  for: number
  wave?: OscillatorType
  slideTo?: number
}

/** Told apart without looking: up is in, twice the same is already inside, down and low is no. */
const SOUND: Record<VerdictKind, Tone[]> = {
  admitted: [
    { hz: 784, at: 0, for: 0.12 },
    { hz: 1175, at: 0.12, for: 0.25 },
  ],
  inside: [
    { hz: 587, at: 0, for: 0.18, wave: 'triangle' },
    { hz: 587, at: 0.28, for: 0.18, wave: 'triangle' },
  ],
  noTicket: [{ hz: 165, at: 0, for: 0.7, wave: 'sawtooth' }],
  unknown: [
    { hz: 440, at: 0, for: 0.16, wave: 'square' },
    { hz: 330, at: 0.18, for: 0.16, wave: 'square' },
    { hz: 220, at: 0.36, for: 0.3, wave: 'square' },
  ],
  notCode: [
    { hz: 1400, at: 0, for: 0.05, wave: 'square' },
    { hz: 1400, at: 0.1, for: 0.05, wave: 'square' },
    { hz: 1400, at: 0.2, for: 0.05, wave: 'square' },
  ],
  offline: [{ hz: 660, at: 0, for: 0.6, slideTo: 220, wave: 'triangle' }],
  error: [{ hz: 110, at: 0, for: 0.9, wave: 'square' }],
}

/** Milliseconds on, off, on … */
const VIBRATION: Record<VerdictKind, number[]> = {
  admitted: [120],
  inside: [150, 90, 150],
  noTicket: [600],
  unknown: [220, 90, 220, 90, 320],
  notCode: [50, 60, 50, 60, 50],
  offline: [40, 120, 40, 120, 40],
  error: [900],
}

/** Whether this phone is on mute: '1' or not. */
export const MUTED_KEY = 'gate-muted'

let audio: AudioContext | null = null

/** Browsers let sound play only after a press: call this from one. */
export function wakeSound() {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume()
}

/** Makes a verdict heard and felt. A phone on mute still vibrates. */
export function signal(kind: VerdictKind, isMuted: boolean) {
  navigator.vibrate?.(VIBRATION[kind])
  if (isMuted || audio?.state !== 'running') return
  for (const tone of SOUND[kind]) play(audio, tone)
}

function play(context: AudioContext, tone: Tone) {
  const start = context.currentTime + tone.at
  const end = start + tone.for
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = tone.wave ?? 'sine'
  oscillator.frequency.setValueAtTime(tone.hz, start)
  if (tone.slideTo) oscillator.frequency.exponentialRampToValueAtTime(tone.slideTo, end)
  // Ramps in and out, or every tone would start and end with a click.
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(0.5, start + 0.015)
  gain.gain.setValueAtTime(0.5, end - 0.03)
  gain.gain.linearRampToValueAtTime(0, end)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(end)
}
