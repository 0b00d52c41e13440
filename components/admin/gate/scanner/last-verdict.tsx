import { classes } from '@/components/ui/classes'
import { formatTime } from '@/lib/time'
import { fullName } from '../guest-facts'
import { VERDICTS } from '../verdict/kinds'
import type { Verdict } from '../verdict/verdict'
import { DEEP_STOP } from '../verdict/verdict-screen'

/** The verdict before, for whoever looked away; long sentences are read here in peace. */
export function LastVerdict({ verdict }: { verdict: Verdict | null }) {
  if (!verdict)
    return <p className="flex min-h-20 items-center px-4 text-muted">Još ništa nije očitano.</p>
  const { word, icon: Icon, colours } = VERDICTS[verdict.kind]
  return (
    <div className="flex min-h-20 items-center gap-3 px-3 py-2">
      <span
        className={classes(
          'grid size-12 shrink-0 place-items-center rounded-lg',
          DEEP_STOP,
          colours,
        )}
      >
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <p className="min-w-0 leading-snug">
        <span className="font-bold">
          {word} · {formatTime(new Date(verdict.at))}
        </span>
        <span className="block text-muted">
          {verdict.guest ? fullName(verdict.guest) : verdict.sentence}
        </span>
      </p>
    </div>
  )
}
