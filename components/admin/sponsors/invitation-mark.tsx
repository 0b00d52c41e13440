import {
  CircleCheck,
  CircleDashed,
  Clock,
  type LucideIcon,
  Mail,
  TriangleAlert,
} from 'lucide-react'
import { classes } from '@/components/ui/classes'
import type { SponsorCounts } from '@/lib/sponsors/schema'
import { formatDateTime } from '@/lib/time'

const LOOK: Record<
  SponsorCounts['invitation'],
  { word: string; icon: LucideIcon; colour: string }
> = {
  none: { word: 'Nije pozvana', icon: CircleDashed, colour: 'text-muted' },
  queued: { word: 'Šalje se', icon: Clock, colour: 'text-text' },
  sent: { word: 'Pozvana', icon: Mail, colour: 'text-text' },
  failed: { word: 'Nije uspjelo', icon: TriangleAlert, colour: 'text-stop' },
  opened: { word: 'Otvorila popis', icon: CircleCheck, colour: 'text-go' },
}

/** How far the company has come with its invitation, by icon and word. */
export function InvitationMark({
  counts: { invitation, openedTime },
}: {
  counts: Pick<SponsorCounts, 'invitation' | 'openedTime'>
}) {
  const { word, icon: Icon, colour } = LOOK[invitation]
  return (
    <span
      title={openedTime ? formatDateTime(openedTime) : undefined}
      className={classes('inline-flex items-center gap-2 align-middle font-semibold', colour)}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {word}
    </span>
  )
}
