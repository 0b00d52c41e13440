import {
  CircleCheck,
  CircleQuestionMark,
  type LucideIcon,
  OctagonX,
  ScanLine,
  TriangleAlert,
  UserCheck,
  WifiOff,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { tagLabel } from '@/lib/guests/rules'
import { formatAgo, formatMoment } from '@/lib/time'
import { fullName } from '../guest-facts'
import type { Verdict, VerdictKind } from './verdict'

interface Look {
  word: string
  icon: LucideIcon
  /** The word's size in vw, so that its longest part fills the width of a phone. */
  size: number
  /** Colours by meaning; the pattern tells the refusals apart without colour. */
  colours: string
  pattern?: string
}

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,transparent_0_28px,rgb(0_0_0/0.16)_28px_56px)]'
const FRAME = 'border-[14px] border-dashed border-stop'
const DOTS = 'bg-[radial-gradient(rgb(255_255_255/0.13)_3px,transparent_3.5px)] bg-[size:22px_22px]'

export const LOOK: Record<VerdictKind, Look> = {
  admitted: { word: 'Ulaz', size: 46, icon: CircleCheck, colours: 'bg-go text-on-go' },
  inside: { word: 'Već unutra', size: 29, icon: UserCheck, colours: 'bg-warn text-on-warn' },
  noTicket: { word: 'Nema kartu', size: 36, icon: OctagonX, colours: 'bg-stop text-on-stop' },
  unknown: {
    word: 'Nepoznat kod',
    size: 22.5,
    icon: CircleQuestionMark,
    colours: 'bg-stop text-on-stop',
    pattern: STRIPES,
  },
  notCode: {
    word: 'Nije kod',
    size: 42,
    icon: ScanLine,
    colours: 'bg-ground text-text',
    pattern: FRAME,
  },
  offline: {
    word: 'Nema mreže',
    size: 34,
    icon: WifiOff,
    colours: 'bg-panel-2 text-text',
    pattern: DOTS,
  },
  error: {
    word: 'Greška',
    size: 28,
    icon: TriangleAlert,
    colours: 'bg-ground text-text',
    pattern: `border-[14px] border-stop ${DOTS}`,
  },
}

/** A deeper red than the night's, with white on it: told from green by lightness as well. */
export const DEEP_STOP = '[--on-stop:#ffffff] [--stop:#c11f2e]'

interface Props {
  verdict: Verdict
  /** Buttons for a verdict that waits for a decision. */
  actions?: ReactNode
}

/**
 * A verdict over the whole screen: colour, icon and word, read at arm's length in the rain.
 * Word and name stand in the upper part, where no thumb lies. Always in the night's colours.
 */
export function VerdictScreen({ verdict, actions }: Props) {
  const { kind, guest, sentence } = verdict
  const { word, icon: Icon, size, colours, pattern } = LOOK[kind]
  return (
    <div
      data-verdict={kind}
      className={classes(
        'pointer-events-none absolute inset-0 flex flex-col items-center overflow-y-auto text-center',
        DEEP_STOP,
        colours,
      )}
    >
      <div aria-hidden="true" className={classes('absolute inset-0', pattern)} />
      <div className="relative flex w-full max-w-4xl grow flex-col items-center px-6 pt-[max(8vh,env(safe-area-inset-top))] pb-6">
        <Icon
          aria-hidden="true"
          className="size-[min(30vmin,22vh,13rem)] shrink-0"
          strokeWidth={2.25}
        />
        <p
          className="mt-2 font-display leading-[1.08] font-black uppercase"
          style={{ fontSize: `min(${size}vw, ${size * 0.6}vh)` }}
        >
          {word}
        </p>
        {guest && (
          <p className="mt-[3vh] text-[clamp(1.5rem,min(8vw,6vh),3.5rem)] leading-tight font-bold break-words">
            {fullName(guest)}
          </p>
        )}
        {guest && <p className="mt-1 text-2xl font-semibold">{tagLabel(guest.tag)}</p>}
        {guest?.enteredTime && <When kind={kind} at={guest.enteredTime} />}
        {sentence && (
          <p className="mt-[3vh] max-w-2xl text-xl font-semibold text-balance">{sentence}</p>
        )}
      </div>
      {actions && (
        <div className="pointer-events-auto sticky bottom-0 grid w-full max-w-xl shrink-0 gap-3 p-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
          {actions}
        </div>
      )}
    </div>
  )
}

function When({ kind, at }: { kind: VerdictKind; at: string }) {
  if (kind === 'admitted') return <p className="mt-2 text-2xl">{formatMoment(at)}</p>
  return (
    <p className="mt-[3vh] text-3xl font-bold">
      Unutra od {formatMoment(at)}
      <span className="block text-2xl font-semibold">{formatAgo(at)}</span>
    </p>
  )
}
