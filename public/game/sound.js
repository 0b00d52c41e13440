/** Sounds of the game, generated in the browser. They are off until the player turns them on. */
import { CUE } from './world.js'

const KEY = 'igrica.sound'
/** Semitones of a scale that sounds right in any order. */
const SCALE = [0, 3, 5, 7, 10, 12, 15, 17, 19]

let audio = null
let wanted = false

function readSetting() {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

export function setSound(on) {
  wanted = on
  try {
    localStorage.setItem(KEY, on ? '1' : '0')
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  if (on) startSound()
}

export const isSoundWanted = () => wanted

/** Starts the sound. Call it at a touch or a key press, because browsers start sound only then. */
export function startSound() {
  if (!wanted) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') audio.resume()
}

function tone(type, from, to, seconds, loudness, wait = 0) {
  const at = audio.currentTime + wait
  const voice = audio.createOscillator()
  const volume = audio.createGain()
  voice.type = type
  voice.frequency.setValueAtTime(from, at)
  voice.frequency.exponentialRampToValueAtTime(to, at + seconds)
  volume.gain.setValueAtTime(loudness, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds)
  voice.connect(volume).connect(audio.destination)
  voice.start(at)
  voice.stop(at + seconds)
}

const pitch = (step) => 220 * 2 ** (SCALE[step] / 12)

export function playCue(cue, multiplier) {
  if (!wanted || !audio) return
  if (cue === CUE.leap) tone('triangle', 260, 520, 0.09, 0.12)
  if (cue === CUE.second) tone('triangle', 390, 780, 0.12, 0.14)
  if (cue === CUE.land) tone('square', pitch(multiplier), pitch(multiplier), 0.16, 0.07)
  if (cue === CUE.back) tone('sine', 130, 90, 0.14, 0.16)
  if (cue === CUE.note) tone('sine', 1320, 1760, 0.12, 0.08)
  if (cue === CUE.crack) tone('sawtooth', 180, 60, 0.2, 0.08)
  if (cue === CUE.tram) for (let i = 0; i < 3; i++) tone('sine', 1980, 1970, 0.35, 0.09, i * 0.16)
  if (cue === CUE.over)
    for (let i = 0; i < 4; i++)
      tone('triangle', 392 / (1 + i / 4), 340 / (1 + i / 4), 0.25, 0.12, i * 0.16)
}

wanted = readSetting()
