import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { tagLabel } from '@/lib/guests/rules'
import { formatAgo, formatMoment } from '@/lib/time'
import { fullName, GuestWarnings } from '../guest-facts'
import { VERDICTS, type VerdictKind } from './kinds'
import type { Verdict } from './verdict'

/** A deeper red than the night's, with white on it: told from green by lightness as well. */
export const DEEP_STOP = '[--on-stop:#ffffff] [--stop:#c11f2e]'

interface Props {
  verdict: Verdict
  /** Buttons for a verdict that waits for a decision. */
  actions?: ReactNode
}

/**
 * A verdict over the whole screen: colour, icon and word, read at arm's length in the rain.
 * Word and name stand in the upper part, where no thumb lies, or beside the buttons on a screen
 * too low for both, and are sized by the room that is theirs. Always in the night's colours.
 */
export function VerdictScreen({ verdict, actions }: Props) {
  const { kind, guest, sentence } = verdict
  const { word, icon: Icon, size, colours, pattern } = VERDICTS[kind]
  return (
    <div
      data-verdict={kind}
      className={classes(
        'pointer-events-none absolute inset-0 flex flex-col items-center text-center [@media(max-height:30rem)]:flex-row',
        DEEP_STOP,
        colours,
      )}
    >
      <div aria-hidden="true" className={classes('absolute inset-0', pattern)} />
      <div className="[container-type:size] relative min-h-0 w-full flex-1">
        <div className="mx-auto flex size-full max-w-4xl flex-col items-center overflow-y-auto px-6 pt-[max(6cqh,env(safe-area-inset-top))] pb-2">
          <Icon
            aria-hidden="true"
            className="size-[min(30cqmin,18cqh,13rem)] shrink-0"
            strokeWidth={2.25}
          />
          <p
            className="mt-2 font-display leading-[1.08] font-black uppercase"
            style={{ fontSize: `min(${size}cqw, ${size * 0.5}cqh)` }}
          >
            {word}
          </p>
          {guest && (
            <p className="mt-[2cqh] max-w-full text-[clamp(1.5rem,min(8cqw,6cqh),3.5rem)] leading-tight font-bold break-words">
              {fullName(guest)}
            </p>
          )}
          {guest && <p className="mt-1 text-2xl font-semibold">{tagLabel(guest.tag)}</p>}
          {guest?.enteredTime && <When kind={kind} at={guest.enteredTime} />}
          {guest && (
            <div className="mt-[2cqh] max-w-2xl">
              <GuestWarnings guest={guest} />
            </div>
          )}
          {sentence && (
            <p className="mt-[2cqh] max-w-2xl text-xl font-semibold text-balance">{sentence}</p>
          )}
        </div>
      </div>
      {actions && (
        <div className="pointer-events-auto relative grid w-full max-w-xl shrink-0 gap-3 p-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] [@media(max-height:30rem)]:w-72">
          {actions}
        </div>
      )}
    </div>
  )
}

function When({ kind, at }: { kind: VerdictKind; at: string }) {
  if (kind === 'admitted') return <p className="mt-2 text-2xl">{formatMoment(at)}</p>
  return (
    <p className="mt-[2cqh] text-3xl font-bold">
      Unutra od {formatMoment(at)}
      <span className="block text-2xl font-semibold">{formatAgo(at)}</span>
    </p>
  )
}
