export interface Tone {
  wave: OscillatorType
  hz: number
  /** `at` is the start and `for` the length of the tone, in seconds. */
  at: number
  for: number
  slideTo?: number
}

/**
 * Creates tones of one waveform. Each note is pitch (Hz), start (s), length (s) and optionally the
 * pitch to which it slides (Hz).
 */
export const tones = (
  wave: OscillatorType,
  ...notes: [hz: number, at: number, length: number, slideTo?: number][]
): Tone[] => notes.map(([hz, at, length, slideTo]) => ({ wave, hz, at, for: length, slideTo }))

/** Key in localStorage of the mute setting of this phone. '1' means muted. */
export const MUTED_KEY = 'gate-muted'

let audio: AudioContext | null = null

/**
 * Allows the page to play sounds. Call it when a button is pressed, because browsers allow sound
 * only after an action of the user.
 */
export function unlockSound() {
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
  // Fades each tone in and out, because a sudden start or end makes a click.
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(0.5, start + 0.015)
  gain.gain.setValueAtTime(0.5, end - 0.03)
  gain.gain.linearRampToValueAtTime(0, end)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(end)
}
