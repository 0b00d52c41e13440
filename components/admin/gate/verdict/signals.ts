import { VERDICTS, type VerdictKind } from './kinds'

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
  navigator.vibrate?.(VERDICTS[kind].vibration)
  if (isMuted || audio?.state !== 'running') return
  for (const tone of VERDICTS[kind].sound) play(audio, tone)
}

function play(context: AudioContext, tone: (typeof VERDICTS)[VerdictKind]['sound'][number]) {
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
