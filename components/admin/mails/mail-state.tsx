import {
  Archive,
  CheckCheck,
  CircleCheck,
  Clock,
  Flag,
  type LucideIcon,
  RotateCw,
  Send,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { classes } from '@/components/ui/classes'
import type { MailState } from '@/lib/mails/rules'
import type { Mail } from '@/lib/mails/schema'

const LOOK: Record<MailState, { word: string; many: string; icon: LucideIcon; colour: string }> = {
  queued: { word: 'Čeka slanje', many: 'Čekaju', icon: Clock, colour: 'text-text' },
  sending: { word: 'Šalje se', many: 'Šalju se', icon: Send, colour: 'text-text' },
  sent: { word: 'Poslano', many: 'Poslani', icon: CircleCheck, colour: 'text-go' },
  delivered: { word: 'Isporučeno', many: 'Isporučeni', icon: CheckCheck, colour: 'text-go' },
  bounced: { word: 'Odbijeno', many: 'Odbijeni', icon: Undo2, colour: 'text-stop' },
  complained: { word: 'Neželjena pošta', many: 'Neželjeni', icon: Flag, colour: 'text-stop' },
  failed: { word: 'Nije uspjelo', many: 'Neuspjeli', icon: TriangleAlert, colour: 'text-stop' },
  recorded: { word: 'Zabilježeno', many: 'Zabilježeni', icon: Archive, colour: 'text-muted' },
}

/** The name of all mails in a state, for the filter. */
export const manyInState = (state: MailState) => LOOK[state].many

/** What went wrong with a mail that has come to its end. */
export const isBad = (state: MailState) => LOOK[state].colour === 'text-stop'

/** Where a mail stands, by icon and word; one that was tried in vain says so. */
export function MailStateMark({ mail }: { mail: Pick<Mail, 'state' | 'attempts'> }) {
  const isRetried = mail.state === 'queued' && mail.attempts > 0
  const { word, icon, colour } = LOOK[mail.state]
  const Icon = isRetried ? RotateCw : icon
  return (
    <span className={classes('flex items-center gap-2 font-semibold', colour)}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {isRetried ? 'Pokušava ponovno' : word}
    </span>
  )
}
