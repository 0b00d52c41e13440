import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  DoorOpen,
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
import type { GateGuest } from '@/components/gate/state/guest'
import type { PassageVerdict } from '@/db/catalogue/verdicts'
import type { Override } from '@/lib/admission/rules'
import { GUEST_MESSAGES } from '@/lib/guests/rules'
import { play, type Tone, tones } from './sound'

/** Look, sound and vibration of a kind of verdict, and the choice that it offers. */
interface Kind {
  word: string
  icon: LucideIcon
  /**
   * Font size of the label in percent of the width, so that the longest part of the label fills a
   * phone.
   */
  size: number
  /** Colours of background and text. `pattern` distinguishes the refusals without colour. */
  colours: string
  pattern?: string
  /**
   * Sound by which the verdict is recognized without looking: rising for an admission, falling for
   * an exit, one tone twice for 'already inside' or 'already outside', harsh for a refusal.
   */
  sound: Tone[]
  /** Vibration pattern in milliseconds: on, off, on … */
  vibration: number[]
  /** Time for which the verdict covers the scanner, in ms. */
  stays: number
  /** Sentence below the label, for a verdict that needs more explanation than the guest's data. */
  sentence?: string
  /**
   * Choice after a refusal of a guest found by name: labels of the two buttons, and the refusal
   * that the second button overrides.
   */
  decision?: { stop: string; go: string; override: Override }
}

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,transparent_0_28px,rgb(0_0_0/0.16)_28px_56px)]'
const FRAME = 'border-[14px] border-dashed border-stop'
const DOTS = 'bg-[radial-gradient(rgb(255_255_255/0.13)_3px,transparent_3.5px)] bg-[size:22px_22px]'

/** Pattern of round heads next to each other, for a full venue. */
const CROWD =
  'bg-[radial-gradient(circle_at_50%_100%,rgb(255_255_255/0.08)_16px,transparent_17px)] bg-[size:44px_44px]'

/** Display time in ms of an admission or an exit. */
const PASSED = { stays: 1_600 }

/**
 * Colours, vibration and display time in ms of 'already inside' and 'already outside', which the
 * volunteer should check.
 */
const DOUBT = { colours: 'bg-warn text-on-warn', vibration: [150, 90, 150], stays: 2_500 }

const NO_TICKET = {
  word: 'Nema kartu',
  size: 36,
  colours: 'bg-stop text-on-stop',
  sound: tones('sawtooth', [165, 0, 0.7]),
  vibration: [600],
  stays: 2_500,
}

const KINDS = {
  banned: {
    word: 'Ne puštaj',
    // Smaller than the width allows, because the pattern has a frame.
    size: 28,
    icon: Ban,
    colours: 'bg-ground text-text',
    pattern: `border-[22px] border-stop ${STRIPES}`,
    sound: tones('sawtooth', [130, 0, 0.25], [98, 0.3, 0.25], [130, 0.6, 0.25], [98, 0.9, 0.5]),
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
    sound: tones('sine', [784, 0, 0.12], [1175, 0.12, 0.25]),
    vibration: [120],
    ...PASSED,
  },
  inside: {
    word: 'Već unutra',
    size: 29,
    icon: UserCheck,
    sound: tones('triangle', [587, 0, 0.18], [587, 0.28, 0.18]),
    ...DOUBT,
  },
  left: {
    word: 'Izlaz',
    size: 44,
    icon: DoorOpen,
    colours: 'bg-accent text-on-accent',
    sound: tones('sine', [1175, 0, 0.12], [784, 0.12, 0.25]),
    vibration: [60, 60, 60],
    ...PASSED,
  },
  outside: {
    word: 'Već vani',
    sentence: 'Po popisu nije unutra; izlaz je zabilježen. Ako gost ulazi, prebacite na Ulaze.',
    size: 30,
    icon: LogOut,
    pattern: STRIPES,
    sound: tones('triangle', [494, 0, 0.18], [494, 0.28, 0.18]),
    ...DOUBT,
  },
  no_ticket: {
    ...NO_TICKET,
    icon: OctagonX,
    decision: { stop: 'Ne puštaj', go: 'Ipak pusti bez karte', override: 'no_ticket' },
  },
  full: {
    word: 'Puno',
    size: 44,
    icon: UsersRound,
    colours: 'bg-full text-on-full',
    pattern: CROWD,
    sound: tones('square', [262, 0, 0.35], [262, 0.45, 0.35], [196, 0.9, 0.6]),
    vibration: [350, 120, 350, 120, 350],
    stays: 3_000,
    decision: { stop: 'Neka pričeka', go: 'Ipak pusti, odgovaram za to', override: 'full' },
  },
  returned: {
    ...NO_TICKET,
    sentence: GUEST_MESSAGES.ticketReturned,
    icon: TicketX,
  },
  unknown: {
    word: 'Nepoznat kod',
    sentence: GUEST_MESSAGES.unknownCode,
    size: 22.5,
    icon: CircleQuestionMark,
    colours: 'bg-stop text-on-stop',
    pattern: STRIPES,
    sound: tones('square', [440, 0, 0.16], [330, 0.18, 0.16], [220, 0.36, 0.3]),
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
      ...tones('square', [440, 0, 0.16], [330, 0.18, 0.16]),
      ...tones('triangle', [660, 0.4, 0.5, 220]),
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
    sound: tones('square', [1400, 0, 0.05], [1400, 0.1, 0.05], [1400, 0.2, 0.05]),
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
    sound: tones('triangle', [660, 0, 0.6, 220]),
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
    sound: tones('square', [110, 0, 0.9]),
    vibration: [900],
    stays: 2_500,
  },
} satisfies Record<string, Kind>

export type VerdictKind = keyof typeof KINDS
export const VERDICTS: Record<VerdictKind, Kind> = KINDS satisfies Record<PassageVerdict, Kind>

/** Verdict on one scan, as the phone shows it. */
export interface Verdict {
  kind: VerdictKind
  guest: GateGuest | null
  /** Sentence below the label. Name and time are shown from `guest`. */
  sentence: string
  /**
   * Whether this phone itself has just admitted the ticket. The label is then 'Upravo propušten'.
   */
  isRepeat: boolean
  /** Whether the phone decided without the server. The screen shows this in small print. */
  isOffline: boolean
  /** Time of the verdict in ms since 1970. */
  at: number
}

/**
 * Converts a verdict for the screen. A phone with an earlier release shows the verdict of a newer
 * server that it does not know as an error.
 */
export const verdictOf = (
  verdict: VerdictKind,
  guest: GateGuest | null = null,
  more: Partial<Verdict> = {},
): Verdict => {
  const kind = verdict in VERDICTS ? verdict : 'error'
  return {
    kind,
    guest,
    sentence: VERDICTS[kind].sentence ?? '',
    isRepeat: false,
    isOffline: false,
    at: Date.now(),
    ...more,
  }
}

/** Returns the label of a verdict, and its font size in percent of the width. */
export const wordOf = ({ kind, isRepeat }: Verdict): Pick<Kind, 'word' | 'size'> =>
  isRepeat ? { word: 'Upravo propušten', size: 19 } : VERDICTS[kind]

/** Plays sound and vibration of a verdict. A muted phone only vibrates. */
export function signal(kind: VerdictKind, isMuted: boolean) {
  navigator.vibrate?.(VERDICTS[kind].vibration)
  if (!isMuted) play(VERDICTS[kind].sound)
}
