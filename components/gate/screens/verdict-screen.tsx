import { ChevronRight, StickyNote, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { GateGuest } from '@/components/gate/state/guest'
import { classes } from '@/components/ui/classes'
import { formatAgo, formatMoment, formatTime } from '@/lib/time/zagreb'
import { fullName, GuestWarnings } from './guest'
import { Close, Modal } from './modal'
import { useServerNow } from './use-gate'
import { VERDICTS, type Verdict, wordOf } from './verdicts'

/**
 * Darker red than in the dark theme, with white text on it. It also differs from green in
 * lightness.
 */
const DEEP_STOP = '[--on-stop:#ffffff] [--stop:#c11f2e]'

interface Props {
  verdict: Verdict
  /** Buttons for a verdict that needs a decision of the volunteer. */
  actions?: ReactNode
}

/**
 * Full-screen verdict with colour, icon and label, readable at arm's length in the rain. Label and
 * name are in the upper part, where no thumb covers them, or next to the buttons on a low screen.
 * Their size depends on the free space. Always in the dark theme.
 */
export function VerdictScreen({ verdict, actions }: Props) {
  const { kind, guest, sentence, isOffline } = verdict
  const { icon: Icon, colours, pattern } = VERDICTS[kind]
  const { word, size } = wordOf(verdict)
  return (
    <div
      data-verdict={kind}
      className={classes(
        'pointer-events-none absolute inset-0 flex flex-col items-center text-center low:flex-row',
        DEEP_STOP,
        colours,
      )}
    >
      <div aria-hidden="true" className={classes('absolute inset-0', pattern)} />
      <div className="[container-type:size] relative min-h-0 w-full flex-1 self-stretch">
        <div className="mx-auto flex size-full max-w-4xl flex-col items-center overflow-y-auto px-6 pt-[max(6cqh,env(safe-area-inset-top))] pb-2">
          <Icon
            aria-hidden="true"
            className="size-[min(30cqmin,18cqh,13rem)] shrink-0"
            strokeWidth={2.25}
          />
          <p
            className="mt-2 font-display leading-[1.08] font-black text-balance uppercase"
            style={{ fontSize: `min(${size}cqw, ${size * 0.5}cqh)` }}
          >
            {word}
          </p>
          {guest && (
            <p className="mt-[2cqh] max-w-full text-[clamp(1.5rem,min(8cqw,6cqh),3.5rem)] leading-tight font-bold break-words">
              {fullName(guest)}
            </p>
          )}
          {guest && <p className="mt-1 text-2xl font-semibold">{guest.tag}</p>}
          {guest && guest.since !== null && <When verdict={verdict} since={guest.since} />}
          {guest && (
            <div className="mt-[2cqh] grid max-w-2xl gap-2">
              <GuestWarnings guest={guest} />
            </div>
          )}
          {sentence && (
            <p className="mt-[2cqh] max-w-2xl text-xl font-semibold text-balance">{sentence}</p>
          )}
          {isOffline && (
            <p className="mt-auto flex items-center gap-2 pt-3 pb-2 text-base font-semibold">
              <WifiOff aria-hidden="true" className="size-5" /> Odlučeno bez mreže
            </p>
          )}
        </div>
      </div>
      {actions && (
        <div className="pointer-events-auto relative grid w-full max-w-xl shrink-0 gap-3 p-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] low:w-72">
          {actions}
        </div>
      )}
    </div>
  )
}

function When({ verdict, since }: { verdict: Verdict; since: number }) {
  const now = useServerNow()
  const at = new Date(since)
  if (verdict.kind === 'admitted') return <p className="mt-2 text-2xl">{formatMoment(at, now)}</p>
  return (
    <p className="mt-[2cqh] text-3xl font-bold">
      Unutra od {formatMoment(at, now)}
      <span className="block text-2xl font-semibold">{formatAgo(at, now)}</span>
    </p>
  )
}

/** Time in ms for which the verdict on a press of the toggle Ulaz is shown; longer for refusals. */
const displayTimeMs = ({ kind }: Verdict) =>
  kind === 'admitted' || kind === 'left' ? 1_400 : 2_500

/**
 * Verdict on a press of the toggle Ulaz. With buttons, it stays until one is pressed. Without
 * buttons, it closes after a time or at a touch.
 */
export function VerdictDialog({ verdict, actions, onClose }: Props & { onClose: () => void }) {
  const hasActions = Boolean(actions)
  useEffect(() => {
    if (hasActions) return
    const timer = setTimeout(onClose, displayTimeMs(verdict))
    return () => clearTimeout(timer)
  }, [verdict, hasActions, onClose])

  const { word } = wordOf(verdict)
  return (
    <Modal
      isFull
      title={verdict.guest ? `${word} ${fullName(verdict.guest)}` : word}
      onClose={onClose}
    >
      {!hasActions && (
        <Close onClose={onClose} className="absolute inset-0 size-full cursor-default" />
      )}
      <VerdictScreen verdict={verdict} actions={actions} />
    </Modal>
  )
}

/**
 * Strip with the last verdict, its guest and note, for a volunteer who looked away. A press opens
 * the guest.
 */
export function LastVerdict({
  verdict,
  onOpen,
}: {
  verdict: Verdict | null
  onOpen?: (guest: GateGuest) => void
}) {
  if (!verdict)
    return (
      <p className="flex min-h-20 items-center self-end px-4 text-muted">Još ništa nije očitano.</p>
    )
  const { icon: Icon, colours } = VERDICTS[verdict.kind]
  const { guest } = verdict
  const strip = (
    <>
      <span
        className={classes(
          'grid size-12 shrink-0 place-items-center rounded-lg',
          DEEP_STOP,
          colours,
        )}
      >
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <span className="min-w-0 leading-snug">
        <span className="font-bold">
          {wordOf(verdict).word} · {formatTime(new Date(verdict.at))}
        </span>
        <span className="block text-muted">{guest ? fullName(guest) : verdict.sentence}</span>
        {guest?.note && (
          <span className="flex gap-1.5 font-semibold">
            <StickyNote aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
            <span className="line-clamp-3 min-w-0 break-words">
              <span className="sr-only">Napomena: </span>
              {guest.note}
            </span>
          </span>
        )}
      </span>
    </>
  )
  const stripClasses = 'flex min-h-20 w-full items-center gap-3 self-end px-3 py-2 text-left'
  if (!guest || !onOpen) return <div className={stripClasses}>{strip}</div>
  return (
    <button type="button" onClick={() => onOpen(guest)} className={stripClasses}>
      {strip}
      <ChevronRight aria-hidden="true" className="ml-auto shrink-0 text-muted" />
    </button>
  )
}
