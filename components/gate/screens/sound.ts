export interface Tone {
  wave: OscillatorType
  hz: number
  /** Start and length in seconds. */
  at: number
  for: number
  slideTo?: number
}

/** Tones of one wave: pitch, start and length each, and the pitch that it slides to. */
export const tones = (
  wave: OscillatorType,
  ...notes: [hz: number, at: number, length: number, slideTo?: number][]
): Tone[] => notes.map(([hz, at, length, slideTo]) => ({ wave, hz, at, for: length, slideTo }))

/** Whether this phone is on mute: '1' or not. */
export const MUTED_KEY = 'gate-muted'

let audio: AudioContext | null = null

/** Browsers let sound play only after a press: call this from one. */
export function wakeSound() {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume()
}

export function play(all: Tone[]) {
  if (audio?.state !== 'running') return
  for (const tone of all) playOne(audio, tone)
}

function playOne(context: AudioContext, tone: Tone) {
  const start = context.currentTime + tone.at
  const end = start + tone.for
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = tone.wave
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
