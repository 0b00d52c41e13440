import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect } from 'react'
import { fullName } from '../guest-facts'
import { VERDICTS } from './kinds'
import type { Verdict } from './verdict'
import { VerdictScreen } from './verdict-screen'

interface Props {
  verdict: Verdict | null
  onClose: () => void
  /** With buttons the verdict waits for one of them; without it goes by itself or at a touch. */
  actions?: ReactNode
}

/** How long a verdict on a pressed toggle stays, in ms; a warning longer than a welcome. */
const stays = (verdict: Verdict) => (verdict.kind === 'admitted' ? 1_400 : 2_500)

/** The verdict on an admission made by hand. */
export function VerdictDialog({ verdict, onClose, actions }: Props) {
  const waits = Boolean(actions)
  useEffect(() => {
    if (!verdict || waits) return
    const timer = setTimeout(onClose, stays(verdict))
    return () => clearTimeout(timer)
  }, [verdict, waits, onClose])

  return (
    <Radix.Root open={verdict !== null} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          className="dark fixed inset-0 z-[60] bg-ground text-text"
        >
          <Radix.Title className="sr-only">
            {verdict &&
              [VERDICTS[verdict.kind].word, verdict.guest && fullName(verdict.guest)].join(' ')}
          </Radix.Title>
          {!waits && (
            <Radix.Close
              aria-label="Zatvori"
              className="absolute inset-0 size-full cursor-default"
            />
          )}
          {verdict && <VerdictScreen verdict={verdict} actions={actions} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
