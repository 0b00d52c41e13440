import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  DoorOpen,
  LogIn,
  LogOut,
  type LucideIcon,
  OctagonX,
  ScanLine,
  TicketX,
  TriangleAlert,
  UserCheck,
  UsersRound,
  WifiOff,
} from 'lucide-react'
import type { Override, PassageVerdict } from '@/lib/gate/rules'
import { GUEST_MESSAGES } from '@/lib/guests/rules'
import { formatMoment } from '@/lib/time'
import type { GateGuest } from './roster'

interface Tone {
  hz: number
  /** Start and length in seconds. */
  at: number
  for: number
  wave?: OscillatorType
  slideTo?: number
}

/** How a verdict looks, sounds and feels, and what it leaves to decide. */
interface Kind {
  word: string
  icon: LucideIcon
  /** The word's size in percent of the width, so that its longest part fills a phone. */
  size: number
  /** Colours by meaning; the pattern tells the refusals apart without colour. */
  colours: string
  pattern?: string
  /** Told apart without looking: up is in, twice the same is already inside, down and low is no. */
  sound: Tone[]
  /** Milliseconds on, off, on … */
  vibration: number[]
  /** How long it stands over the scanner, in ms. */
  stays: number
  /** What is said below the word, where the guest does not say it all. */
  sentence?: string
  /** Of a guest found by name: what the two buttons say, and what the second one overrides. */
  decision?: { stop: string; go: string; override: Override }
}

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,transparent_0_28px,rgb(0_0_0/0.16)_28px_56px)]'
const FRAME = 'border-[14px] border-dashed border-stop'
const DOTS = 'bg-[radial-gradient(rgb(255_255_255/0.13)_3px,transparent_3.5px)] bg-[size:22px_22px]'

const KINDS = {
  banned: {
    word: 'Ne puštaj',
    size: 33,
    icon: Ban,
    colours: 'bg-ground text-text',
    pattern: `border-[22px] border-stop ${STRIPES}`,
    sound: [
      { hz: 130, at: 0, for: 0.25, wave: 'sawtooth' },
      { hz: 98, at: 0.3, for: 0.25, wave: 'sawtooth' },
      { hz: 130, at: 0.6, for: 0.25, wave: 'sawtooth' },
      { hz: 98, at: 0.9, for: 0.5, wave: 'sawtooth' },
    ],
    vibration: [400, 100, 400, 100, 700],
    stays: 6_000,
    decision: {
      stop: 'Ne puštaj',
      go: 'Ipak pusti, odgovaram za to',
      override: 'banned',
    },
  },
  admitted: {
    word: 'Ulaz',
    size: 46,
    icon: CircleCheck,
    colours: 'bg-go text-on-go',
    sound: [
      { hz: 784, at: 0, for: 0.12 },
      { hz: 1175, at: 0.12, for: 0.25 },
    ],
    vibration: [120],
    stays: 1_600,
  },
  inside: {
    word: 'Već unutra',
    size: 29,
    icon: UserCheck,
    colours: 'bg-warn text-on-warn',
    sound: [
      { hz: 587, at: 0, for: 0.18, wave: 'triangle' },
      { hz: 587, at: 0.28, for: 0.18, wave: 'triangle' },
    ],
    vibration: [150, 90, 150],
    stays: 2_500,
  },
  left: {
    word: 'Izlaz',
    size: 44,
    icon: DoorOpen,
    colours: 'bg-accent text-on-accent',
    sound: [
      { hz: 1175, at: 0, for: 0.12 },
      { hz: 784, at: 0.12, for: 0.25 },
    ],
    vibration: [60, 60, 60],
    stays: 1_600,
  },
  outside: {
    word: 'Već vani',
    sentence: 'Po popisu nije unutra, pa nema tko izaći.',
    size: 30,
    icon: LogOut,
    colours: 'bg-warn text-on-warn',
    pattern: STRIPES,
    sound: [
      { hz: 494, at: 0, for: 0.18, wave: 'triangle' },
      { hz: 494, at: 0.28, for: 0.18, wave: 'triangle' },
    ],
    vibration: [150, 90, 150],
    stays: 2_500,
  },
  no_ticket: {
    word: 'Nema kartu',
    size: 36,
    icon: OctagonX,
    colours: 'bg-stop text-on-stop',
    sound: [{ hz: 165, at: 0, for: 0.7, wave: 'sawtooth' }],
    vibration: [600],
    stays: 2_500,
    decision: { stop: 'Ne puštaj', go: 'Ipak pusti bez karte', override: 'no_ticket' },
  },
  full: {
    word: 'Puno',
    size: 44,
    icon: UsersRound,
    colours: 'bg-full text-on-full',
    sound: [
      { hz: 262, at: 0, for: 0.35, wave: 'square' },
      { hz: 262, at: 0.45, for: 0.35, wave: 'square' },
      { hz: 196, at: 0.9, for: 0.6, wave: 'square' },
    ],
    vibration: [350, 120, 350, 120, 350],
    stays: 3_000,
    decision: { stop: 'Neka pričeka', go: 'Ipak pusti, odgovaram za to', override: 'full' },
  },
  returned: {
    word: 'Nema kartu',
    sentence: GUEST_MESSAGES.ticketReturned,
    size: 36,
    icon: TicketX,
    colours: 'bg-stop text-on-stop',
    sound: [{ hz: 165, at: 0, for: 0.7, wave: 'sawtooth' }],
    vibration: [600],
    stays: 2_500,
  },
  unknown: {
    word: 'Nepoznat kod',
    sentence: GUEST_MESSAGES.unknownCode,
    size: 22.5,
    icon: CircleQuestionMark,
    colours: 'bg-stop text-on-stop',
    pattern: STRIPES,
    sound: [
      { hz: 440, at: 0, for: 0.16, wave: 'square' },
      { hz: 330, at: 0.18, for: 0.16, wave: 'square' },
      { hz: 220, at: 0.36, for: 0.3, wave: 'square' },
    ],
    vibration: [220, 90, 220, 90, 320],
    stays: 2_500,
  },
  unknown_alone: {
    word: 'Nepoznata karta, nema mreže',
    sentence:
      'Karta je možda prodana nakon što je mreža nestala. Potražite gosta po imenu ili pričekajte mrežu.',
    size: 17,
    icon: WifiOff,
    colours: 'bg-stop text-on-stop',
    pattern: DOTS,
    sound: [
      { hz: 440, at: 0, for: 0.16, wave: 'square' },
      { hz: 330, at: 0.18, for: 0.16, wave: 'square' },
      { hz: 660, at: 0.4, for: 0.5, slideTo: 220, wave: 'triangle' },
    ],
    vibration: [220, 90, 40, 120, 40],
    stays: 4_000,
  },
  not_code: {
    word: 'Nije kod',
    sentence: GUEST_MESSAGES.invalidCode,
    size: 42,
    icon: ScanLine,
    colours: 'bg-ground text-text',
    pattern: FRAME,
    sound: [
      { hz: 1400, at: 0, for: 0.05, wave: 'square' },
      { hz: 1400, at: 0.1, for: 0.05, wave: 'square' },
      { hz: 1400, at: 0.2, for: 0.05, wave: 'square' },
    ],
    vibration: [50, 60, 50, 60, 50],
    stays: 2_000,
  },
  offline: {
    word: 'Nema mreže',
    sentence: 'Popis gostiju još nije stigao na ovaj uređaj. Pokušajte ponovno.',
    size: 34,
    icon: WifiOff,
    colours: 'bg-panel-2 text-text',
    pattern: DOTS,
    sound: [{ hz: 660, at: 0, for: 0.6, slideTo: 220, wave: 'triangle' }],
    vibration: [40, 120, 40, 120, 40],
    stays: Number.POSITIVE_INFINITY,
  },
  error: {
    word: 'Greška',
    sentence: GUEST_MESSAGES.unknownError,
    size: 28,
    icon: TriangleAlert,
    colours: 'bg-ground text-text',
    pattern: `border-[14px] border-stop ${DOTS}`,
    sound: [{ hz: 110, at: 0, for: 0.9, wave: 'square' }],
    vibration: [900],
    stays: 2_500,
  },
} satisfies Record<string, Kind>

export type VerdictKind = keyof typeof KINDS
export const VERDICTS: Record<VerdictKind, Kind> = KINDS satisfies Record<PassageVerdict, Kind>

/** What a phone shows of one passage, or of why there was none. */
export interface Verdict {
  kind: VerdictKind
  guest: GateGuest | null
  /** What to say beside the word; the name and the time come from the guest. */
  sentence: string
  /** The phone decided by itself, which is marked quietly. */
  isAlone: boolean
  /** Tells one verdict from the next, also when they read the same. */
  at: number
}

export const verdictOf = (
  kind: VerdictKind,
  guest: GateGuest | null = null,
  more: Partial<Verdict> = {},
): Verdict => ({
  kind,
  guest,
  sentence: VERDICTS[kind].sentence ?? '',
  isAlone: false,
  at: Date.now(),
  ...more,
})

/** What this guest's state means at the door, in one glance. */
export function standingOf(guest: GateGuest, now: Date): [LucideIcon, string, colours: string] {
  if (guest.banReason !== null) return [Ban, 'Ne puštaj', 'bg-stop text-on-stop']
  if (guest.since !== null)
    return [LogIn, `Unutra od ${formatMoment(new Date(guest.since), now)}`, 'bg-warn text-on-warn']
  if (guest.bought) return [CircleCheck, 'Ima kartu, može ući', 'bg-go text-on-go']
  return [OctagonX, 'Nema kartu', 'bg-stop text-on-stop']
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
  navigator.vibrate?.(VERDICTS[kind].vibration)
  if (isMuted || audio?.state !== 'running') return
  for (const tone of VERDICTS[kind].sound) play(audio, tone)
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
