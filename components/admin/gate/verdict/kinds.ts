import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  LogIn,
  type LucideIcon,
  OctagonX,
  ScanLine,
  StickyNote,
  TriangleAlert,
  UserCheck,
  WifiOff,
} from 'lucide-react'
import type { Duty } from '@/lib/auth/rules'
import type { Guest } from '@/lib/guests/schema'
import { formatMoment } from '@/lib/time'

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
  /** The server's refusal that means this. */
  code?: string
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
  /** Of a guest found by name: what the two buttons say, and who may let in all the same. */
  decision?: { stop: string; go: string; duty?: Duty; override?: Override }
}

/** A refusal of the server that may be overridden. */
export type Override = 'banned'

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,transparent_0_28px,rgb(0_0_0/0.16)_28px_56px)]'
const FRAME = 'border-[14px] border-dashed border-stop'
const DOTS = 'bg-[radial-gradient(rgb(255_255_255/0.13)_3px,transparent_3.5px)] bg-[size:22px_22px]'

const KINDS = {
  banned: {
    code: 'banned',
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
      duty: 'admin',
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
  noTicket: {
    code: 'ticket_returned',
    word: 'Nema kartu',
    size: 36,
    icon: OctagonX,
    colours: 'bg-stop text-on-stop',
    sound: [{ hz: 165, at: 0, for: 0.7, wave: 'sawtooth' }],
    vibration: [600],
    stays: 2_500,
    decision: { stop: 'Ne puštaj', go: 'Ipak pusti bez karte' },
  },
  unknown: {
    code: 'unknown_qr',
    word: 'Nepoznat kod',
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
  notCode: {
    code: 'invalid_qr',
    word: 'Nije kod',
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
export const VERDICTS: Record<VerdictKind, Kind> = KINDS
export const VERDICT_KINDS = Object.keys(KINDS) as VerdictKind[]

/** What the gate can tell before it asks: who is not to be let in without a second thought. */
export const refusalOf = (guest: Guest): VerdictKind | null =>
  guest.banned === '1' ? 'banned' : guest.bought === '0' ? 'noTicket' : null

/** What this guest's state means at the door, in one glance. */
export function standingOf(guest: Guest, now: Date): [LucideIcon, string, colours: string] {
  if (guest.banned === '1') return [Ban, 'Ne puštaj', 'bg-stop text-on-stop']
  if (guest.enteredTime)
    return [LogIn, `Unutra od ${formatMoment(guest.enteredTime, now)}`, 'bg-warn text-on-warn']
  if (guest.bought === '1') return [CircleCheck, 'Ima kartu, može ući', 'bg-go text-on-go']
  return [OctagonX, 'Nema kartu', 'bg-stop text-on-stop']
}

interface Warning {
  label: string
  text: string
  icon: LucideIcon
  edge: string
  colour: string
}

/** What staff should know of the guest. */
export function warningsOf({ note, banReason }: Guest): Warning[] {
  const warnings: Warning[] = []
  if (banReason)
    warnings.push({
      label: 'Ne puštaj',
      text: banReason,
      icon: Ban,
      edge: 'border-stop',
      colour: 'text-stop',
    })
  if (note)
    warnings.push({
      label: 'Napomena',
      text: note,
      icon: StickyNote,
      edge: 'border-warn',
      colour: 'text-warn',
    })
  return warnings
}
